#!/usr/bin/env python3
"""The deliberate bugs still apply, and there are three of them for each pass, analysis and part of the emitter."""
import collections
import os
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))

from mutants import layers, patch, tree, workers

LEAST_EACH = 3
LEAST_IN_ALL = 60

# The emitter is one program in many files: these belong together.
PARTS_OF_EMITTER = {
    "expressions": ["c_expr", "c_helpers"],
    "names": ["c_names", "c_locals", "c_frame"],
    "vectors": ["c_vector", "c_vector_helpers", "c_vector_convert"],
    "vector memory": ["c_vector_load", "c_vector_memory"],
    "functions of vectors": ["c_vector_math", "c_vector_functions", "emit_c"],
    "parallel loops": ["c_parallel"],
    "workspace": ["c_workspace"],
    "entry": ["c_entry", "c_header"],
    "statements": ["c_step"],
}


def source(file):
    return (ROOT / file).read_text()


class Mutants(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mutants = patch.read_mutants(ROOT / "tests" / "mutants")
        cls.count = collections.Counter(file for m in cls.mutants for file in m.files)

    def test_there_are_enough(self):
        self.assertGreaterEqual(len(self.mutants), LEAST_IN_ALL)

    def test_each_applies_and_changes_something(self):
        for mutant in self.mutants:
            with self.subTest(mutant.name):
                for file, text in patch.apply(mutant, source).items():
                    self.assertNotEqual(text, source(file))

    def test_no_two_are_the_same_bug(self):
        seen = {}
        for mutant in self.mutants:
            texts = tuple(sorted(patch.apply(mutant, source).items()))
            self.assertNotIn(texts, seen, f"{mutant.name} is {seen.get(texts)} again")
            seen[texts] = mutant.name

    def test_each_pass_and_each_analysis_has_some(self):
        for folder in ("passes", "analysis"):
            for file in sorted((ROOT / "src" / folder).glob("*.cpp")):
                name = f"src/{folder}/{file.name}"
                self.assertGreaterEqual(self.count[name], LEAST_EACH, f"{name} needs {LEAST_EACH} deliberate bugs")

    def test_each_part_of_the_emitter_has_some(self):
        known = {name for names in PARTS_OF_EMITTER.values() for name in names}
        parts = dict(PARTS_OF_EMITTER)
        for file in sorted((ROOT / "src" / "emit").glob("*.cpp")):
            if file.stem not in known:
                parts[file.stem] = [file.stem]
        for part, names in parts.items():
            total = sum(self.count[f"src/emit/{name}.cpp"] for name in names)
            self.assertGreaterEqual(total, LEAST_EACH, f"'{part}' of the emitter needs {LEAST_EACH} deliberate bugs")


class Layers(unittest.TestCase):
    def test_random_tests_are_found_in_their_folder(self):
        loops, compiled = layers.random_tests(ROOT)
        self.assertTrue(loops)
        self.assertTrue(compiled)
        self.assertFalse(set(loops) & set(compiled))

    def test_each_layer_is_once_run_to_its_end(self):
        used = layers.layers(ROOT)
        self.assertCountEqual([layer.name for round, seconds in layers.rounds(used) if seconds is None for layer in round],
                              [layer.name for layer in used])

    def test_tests_nearby_are_those_of_the_folder(self):
        bug = next(m for m in self.mutants() if m.files == ["src/emit/c_vector_load.cpp"])
        near = {layer.name: layers.for_mutant(layer, bug, ROOT) for layer in layers.layers(ROOT)}
        self.assertIn("VectorLoads.*", near["unit, in children, nearest"].wanted)
        self.assertNotIn("Regressions.*", near["unit, in children, nearest"].wanted)
        self.assertIn("EmitWorkspace.*", near["unit, compiled, nearest"].wanted)
        other = next(m for m in self.mutants() if m.files == ["src/runtime/jit_key.cpp"])
        self.assertIsNone(layers.for_mutant(layers.layers(ROOT)[3], other, ROOT))

    @staticmethod
    def mutants():
        return patch.read_mutants(ROOT / "tests" / "mutants")

    def test_for_bugs_of_the_emitter_layers_that_compile_come_first(self):
        used = layers.layers(ROOT)
        bug = patch.parse("m", "What.\n\n--- a/src/emit/x.cpp\n+++ b/src/emit/x.cpp\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n")
        names = [layer.name for layer in layers.in_order(used, bug)]
        self.assertCountEqual(names, [layer.name for layer in used])
        self.assertLess(names.index("random compiled"), names.index("random loops"))

    def test_a_test_that_says_nothing_is_left_out(self):
        layer = layers.without(layers.Layer("l", "p", ("A.*",), (), 1), {"A.b"})
        self.assertEqual(layer.filter, "A.*-A.b")


class Workers(unittest.TestCase):
    def test_a_build_that_moves_has_relative_paths_and_no_cmake(self):
        text = ("build build.ninja: RERUN_CMAKE | /t/CMakeLists.txt\n  pool = console\n\n"
                "build a.o: CXX /t/src/a.cpp\n  FLAGS = -include /t/build/pch.h -I/t/src -DDIR=\"/t\"\n")
        self.assertEqual(tree.movable(text, "/t"), "build a.o: CXX ../src/a.cpp\n"
                         "  FLAGS = -include pch.h -I../src -DDIR=\"/t\"\n")

    def test_each_has_two_cores_where_there_are_two(self):
        least = min(2, len(os.sched_getaffinity(0)))
        for share in workers.shares_of_cores(5):
            self.assertGreaterEqual(len(share), least)


class Patches(unittest.TestCase):
    TEXT = "Off by one.\nreason: nobody looks.\n\n--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"

    def test_a_patch_has_a_sentence_a_reason_and_a_diff(self):
        mutant = patch.parse("m", self.TEXT)
        self.assertEqual((mutant.what, mutant.reason, mutant.files), ("Off by one.", "nobody looks.", ["x.c"]))

    def test_lines_are_found_wherever_they_moved(self):
        mutant = patch.parse("m", self.TEXT)
        self.assertEqual(patch.apply(mutant, lambda _: "0\n1\na\nb\n2\n"), {"x.c": "0\n1\na\nc\n2\n"})

    def test_lines_that_are_gone_or_not_unique_are_refused(self):
        mutant = patch.parse("m", self.TEXT)
        for text in ("a\nx\n", "a\nb\na\nb\n"):
            with self.assertRaises(patch.PatchError):
                patch.apply(mutant, lambda _, text=text: text)


if __name__ == "__main__":
    unittest.main()
