#!/usr/bin/env python3
"""What './dev demo --all' shows: every pipeline of apps/ has a line with a picture in apps/README.md, and the pictures are
those that the demonstration makes.

    demo_test.py TOOL    the program 'pantile'

Some pipelines are run, which need all programs of apps/demo; with PANTILE_LONG=1 all of them.
"""
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PICTURES = ROOT / "docs/images/apps"
APPS = sorted(file.stem for file in (ROOT / "apps").glob("*.pan"))
QUICK = ["bilateral_grid_h", "blur_u16", "camera_pipe", "canny", "conv_layer", "harris", "hist_eq", "interpolate_h", "matmul",
         "pyramid_blend"]
TOOL = None

# The share of the bytes that differ by more than a little: the C libraries' exp and pow may differ in the last bit.
DIFFERENCE = """pipeline difference
input a: u8(x, y, c)
input b: u8(x, y, c)
differs(x, y, c) = select(abs(i32(a) - b) > 8, 1.0, 0.0)
output share() = sum(differs(i, j, k) for i in a.x.min..a.x.max, j in a.y.min..a.y.max, k in 0..2)
    / f32(3 * a.x.extent * a.y.extent)
"""


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)


class Index(unittest.TestCase):
    def test_every_pipeline_has_one_line_with_its_picture(self):
        lines = (ROOT / "apps/README.md").read_text().splitlines()
        for app in APPS:
            found = [line for line in lines if line.startswith(f"| [`{app}`]({app}.pan) |")]
            self.assertEqual(len(found), 1, app)
            self.assertIn(f"(../docs/images/apps/{app}.png)", found[0])

    def test_every_picture_belongs_to_a_pipeline_and_is_small(self):
        self.assertEqual(sorted(file.stem for file in PICTURES.iterdir()), APPS)
        for file in PICTURES.iterdir():
            width, height = struct.unpack(">II", file.read_bytes()[16:24])
            self.assertLessEqual(width, 480, file.name)
            self.assertLessEqual(height, 160, file.name)
        self.assertLess(sum(file.stat().st_size for file in PICTURES.iterdir()), 2_000_000)

    def test_every_pipeline_can_be_shown(self):
        known = re.findall(r"^show_(\w+)\(\)", (ROOT / "apps/demo/run.sh").read_text(), re.MULTILINE)
        self.assertEqual(sorted(known), APPS)


class Demonstration(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory(prefix="pantile-demo-test-")
        self.addCleanup(self.place.cleanup)
        self.folder = Path(self.place.name)
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")}

    def demonstrate(self, *apps, **more):
        return run(ROOT / "apps/demo/run.sh", TOOL, self.folder / "files", self.folder / "pictures", *apps,
                   env={**self.environment, **more})

    def difference(self, a, b):
        program, result = self.folder / "difference.pan", self.folder / "share.npy"
        program.write_text(DIFFERENCE)
        ran = run(TOOL, "run", program, "--input", f"a={a}", "--input", f"b={b}", "--output", result, env=self.environment)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return struct.unpack("<f", result.read_bytes()[-4:])[0]

    def test_the_pictures_are_those_of_the_index(self):
        long = os.environ.get("PANTILE_LONG") == "1"
        apps = APPS if long else QUICK
        ran = self.demonstrate(*apps, DEMO_OPTIONS="" if long else "--schedule naive")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        for app in apps:
            self.assertRegex(ran.stdout, rf"(?m)^  {app} +\d+\.\d s   .*/{app}\.png$")
            self.assertLess(self.difference(self.folder / f"pictures/{app}.png", PICTURES / f"{app}.png"), 0.01, app)

    def test_a_pipeline_that_fails_is_named_with_what_was_said(self):
        ran = self.demonstrate("blur", DEMO_OPTIONS="--size q=3")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("demo: 'blur' failed.", ran.stderr)
        self.assertIn("no output of 'blur' has a dimension 'q'.", ran.stderr)
        ran = self.demonstrate("blurr")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("there is no pipeline 'apps/blurr.pan'.", ran.stderr)


if __name__ == "__main__":
    TOOL = sys.argv.pop(1)
    unittest.main()
