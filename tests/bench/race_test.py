#!/usr/bin/env python3
"""The benchmark's own arithmetic and manners; needs neither Halide, OpenCV nor numpy."""
import contextlib
import ctypes
import dataclasses
import io
import json
import sys
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))

from race import (builds, chart, figures, halide_own, halide_peer, instructions, machine, opencv_peer, options, plan, race,
                  report, scratch, table)
from race.apps import APPS, Tolerance, of_fewer_rows
from race.contestants import Arena, Contestant
from race.environment import Environment
from race.memory import Image, Pixels, Shape

RIGHT = figures.Verdict(True, 0, 100)
WRONG = figures.Verdict(False, 7, 100)


def row_of(**minima):
    times = {column: figures.figure_of(RIGHT, [value]) for column, value in minima.items()}
    return table.Row("blur", 1, 2.0, "processor time", times, {column: "checked" for column in minima}, {})


class Statistics(unittest.TestCase):
    def test_a_figure_has_minimum_median_and_the_distance_of_the_quartiles(self):
        figure = figures.figure_of(RIGHT, [4.0, 1.0, 2.0, 3.0, 5.0])
        self.assertEqual((figure.minimum, figure.median, figure.runs), (1.0, 3.0, 5))
        self.assertAlmostEqual(figure.spread, 2.0 / 3)

    def test_quantiles_lie_between_the_nearest_values(self):
        self.assertEqual(figures.quantile([1.0, 2.0], 0.5), 1.5)
        self.assertEqual(figures.quantile([7.0], 0.75), 7.0)

    def test_the_geometric_mean_of_a_ratio_and_its_inverse_is_one(self):
        self.assertAlmostEqual(figures.geometric_mean([4.0, 0.25]), 1.0)
        self.assertIsNone(figures.geometric_mean([]))


class Instructions(unittest.TestCase):
    KINDS = (("vmovups", "zmm1,ZMMWORD PTR [rdi+rax*4]", {"load"}),
             ("vmovups", "ZMMWORD PTR [rdi+rax*4],zmm1", {"store"}),
             ("vmovntps", "ZMMWORD PTR [rdi],zmm1", {"store"}),
             ("vaddps", "zmm1,zmm2,ZMMWORD PTR [rdi]", {"load", "arithmetic", "wide"}),
             ("vfmadd231ps", "ymm1,ymm2,ymm3", {"arithmetic"}),
             ("vpermps", "zmm1,zmm2,zmm3", {"shuffle"}),
             ("vbroadcastss", "zmm1,DWORD PTR [rdi]", {"load"}),
             ("vbroadcastss", "zmm1,xmm2", {"shuffle"}),
             ("add", "QWORD PTR [rsp+0x8],0x40", {"load", "store"}),
             ("mov", "QWORD PTR [rsp+0x8],rax", {"store"}),
             ("cmp", "QWORD PTR [rsp+0x8],rax", {"load"}),
             ("lea", "rax,[rdi+rax*4]", set()),
             ("jne", "1234 <f+0x10>", set()),
             ("vmovaps", "zmm1,zmm2", set()))

    def test_operands_tell_loads_from_stores(self):
        for operation, operands, expected in self.KINDS:
            self.assertEqual(instructions.kinds_of(operation, operands), expected, f"{operation} {operands}")

    def test_fewer_rows_keep_margins_and_what_has_none(self):
        harris, matmul = of_fewer_rows(APPS["harris"], 100), of_fewer_rows(APPS["matmul"], 64)
        self.assertEqual((harris.inputs[0].shape.extents, harris.output.extents), ((4256, 104), (4252, 100)))
        self.assertEqual([i.shape.extents for i in matmul.inputs], [(2048, 64), (2048, 2048)])


class HalidesOwn(unittest.TestCase):
    def test_arguments_are_images_parameters_numbers_or_matrices_of_ours(self):
        for name, own in halide_own.OWN.items():
            known = {i.name for i in APPS[name].inputs} | {p[0] for p in APPS[name].params}
            for argument in own.arguments:
                if isinstance(argument, str):
                    self.assertIn(argument, known, name)

    def test_they_take_part_when_a_checkout_is_named(self):
        without = options.parse_options(["--apps", "hist_eq"])
        named = options.parse_options(["--apps", "hist_eq", "--halide-apps", "somewhere"])
        self.assertNotIn(halide_own.COLUMN, plan.columns_of(without))
        self.assertIn(halide_own.COLUMN, plan.columns_of(named))


class Refusals(unittest.TestCase):
    def test_there_is_no_figure_without_a_check(self):
        for verdict in (None, WRONG):
            with self.assertRaises(figures.Unchecked):
                figures.figure_of(verdict, [1.0])

    def test_a_contestant_that_was_not_checked_is_not_run(self):
        ran = []
        for verdict in (None, WRONG):
            with self.assertRaises(figures.Unchecked):
                race.race([Contestant("any", ran.append, verdict=verdict)], 1, 3, 1.0, lambda: 0.0)
        self.assertEqual(ran, [])

    def test_a_wrong_result_shows_as_a_word_and_a_note(self):
        row = table.Row("blur", 1, 2.0, "wall clock", {"auto": figures.figure_of(RIGHT, [1.0])},
                        {"auto": "checked", "opencv": str(WRONG)}, {})
        self.assertEqual(table.cells(row, ["auto", "opencv"])[-1], "wrong")
        self.assertEqual(list(table.notes([row])), ["blur, 1 thread, opencv: wrong: 7 of 100 values are off"])


class Races(unittest.TestCase):
    def test_contestants_take_turns(self):
        order = []
        contestants = [Contestant(name, lambda _, name=name: order.append(name), verdict=RIGHT) for name in "ab"]
        ticks = iter(range(1000))
        found = race.race(contestants, 1, 4, 1e9, lambda: float(next(ticks)))
        self.assertEqual(order, ["a", "b"] * 4)
        self.assertEqual(found["a"].runs, 4)

    def test_who_is_far_behind_runs_rarely(self):
        now = [0.0]
        def taking(name, seconds):
            return Contestant(name, lambda _: now.__setitem__(0, now[0] + seconds), verdict=RIGHT)
        contestants = [taking("fast", 0.01), taking("slow", 0.2), taking("slowest", 2.0)]
        found = race.race(contestants, 1, 5, 1e9, lambda: now[0])
        self.assertEqual([found[c.name].runs for c in contestants], [5, 3, 1])

    def test_all_contestants_of_a_row_share_a_clock(self):
        own, other = Contestant("own"), Contestant("other", in_caller=False)
        self.assertEqual(race.choose_clock([own], 1)[0], "processor time")
        self.assertEqual(race.choose_clock([own, other], 1)[0], "wall clock")
        self.assertEqual(race.choose_clock([own], 2)[0], "wall clock")


class Tables(unittest.TestCase):
    def test_a_cell_has_milliseconds_and_the_ratio_to_the_first_column(self):
        cells = table.cells(row_of(auto=2.0, naive=5.0), ["auto", "naive", "opencv"])
        self.assertEqual(cells, ["blur", "1", "2.00 (1000)", "5.00 (2.50)", "–"])

    def test_means_say_over_how_many_apps_they_go(self):
        rows = [row_of(auto=1.0, naive=4.0), row_of(auto=1.0, naive=1.0), row_of(auto=1.0)]
        self.assertEqual(list(table.mean_lines(rows, ["auto", "naive"])), [["geometric mean", "1", "1.00", "2.00 of 2"]])

    def test_text_and_markdown_have_a_line_for_each_row(self):
        lines = table.lines_of([row_of(auto=1.0, naive=2.0)], ["auto", "naive"])
        self.assertEqual(len(table.plain(lines).splitlines()), 4)
        self.assertEqual(table.markdown(lines).splitlines()[1], "| --- | --: | --: | --: |")

    def test_the_chart_has_a_bar_for_each_ratio(self):
        drawn = chart.svg([row_of(auto=1.0, naive=2.0, opencv=0.5)], ["auto", "naive", "opencv"])
        self.assertEqual(drawn.count("<title>"), 2)

    def test_a_peer_that_is_not_there_is_named_below_the_table(self):
        chosen = dataclasses.replace(options.parse_options(["--peers", ""]), unavailable=("opencv",))
        self.assertIn("Left out: opencv", report.text([row_of(auto=1.0)], chosen, {}))

    def test_the_results_are_json_markdown_and_svg(self):
        with tempfile.TemporaryDirectory() as folder:
            chosen = options.parse_options(["--peers", "", "--results", f"{folder}/latest", "--pantile", "/none"])
            about = machine.describe(chosen, Environment(f"{folder}/venv"))
            report.write([row_of(auto=1.0, naive=2.0)], chosen, about)
            written = {file.name for file in Path(folder).iterdir()}
            found = json.loads(Path(f"{folder}/latest.json").read_text())
        self.assertEqual(found["rows"][0]["figures"]["auto"]["megapixels_per_second"], 2000)
        self.assertEqual(written, {"latest.json", "latest.md", "latest.svg"})


class OptionParsing(unittest.TestCase):
    def test_lists_are_separated_by_commas(self):
        found = options.parse_options(["--apps", "blur,harris", "--threads", "1,4", "--schedules", "auto,dp"])
        self.assertEqual((found.apps, found.threads, found.schedules), (("blur", "harris"), (1, 4), ("auto", "dp")))

    def test_a_quick_run_leaves_slow_autoschedulers_out_unless_they_are_named(self):
        self.assertEqual(options.parse_options(["--quick"]).autoschedulers, ("Mullapudi2016",))
        self.assertIn("Adams2019", options.parse_options([]).autoschedulers)
        named = options.parse_options(["--quick", "--autoschedulers", "Adams2019"])
        self.assertEqual(named.autoschedulers, ("Adams2019",))

    def test_columns_follow_the_peers(self):
        found = options.parse_options(["--peers", "opencv"])
        self.assertEqual(plan.columns_of(found), ["auto", "naive", "opencv"])

    def test_what_is_unknown_is_refused(self):
        for arguments in (["--apps", "blurr"], ["--peers", "gimp"], ["--threads", "0"], ["--threads", "two"]):
            with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit):
                options.parse_options(arguments)


class Builds(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.cache = builds.Cache(self._folder.name)

    def test_a_build_is_made_once_for_the_same_ingredients(self):
        make = mock.Mock(return_value={"compile_seconds": 1.0})
        for ingredients in ({"a": 1}, {"a": 1}, {"a": 2}):
            self.cache.library("blur", ingredients, make)
        self.assertEqual(make.call_count, 2)

    def test_what_was_given_up_is_tried_again_with_more_patience_only(self):
        make = mock.Mock(side_effect=builds.GivenUp("slow"))
        for patience in (10, 10, 5, 20):
            with self.assertRaises(builds.GivenUp):
                self.cache.library("blur", {}, make, patience)
        self.assertEqual(make.call_count, 2)

    def test_a_command_that_takes_too_long_is_ended(self):
        with self.assertRaises(builds.GivenUp):
            builds.run_logged(["sleep", "20"], f"{self._folder.name}/log", limit=0.1)

    def test_a_peer_that_cannot_be_installed_is_left_out(self):
        environment, said = Environment(Path(self._folder.name) / "venv"), []
        with mock.patch.object(Environment, "_install", return_value=False):
            self.assertEqual(environment.prepare(("halide", "opencv"), said.append), ())
        self.assertTrue(any("'halide' is left out" in line for line in said))


class Scratch(unittest.TestCase):
    def test_memory_that_a_run_takes_and_gives_back_counts(self):
        libc = ctypes.CDLL(None)
        libc.malloc.restype, libc.malloc.argtypes, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]

        def run():
            block = libc.malloc(24 << 20)
            ctypes.memset(block, 1, 24 << 20)
            libc.free(block)
        for _ in range(3):   # malloc keeps such blocks from the second time on
            run()
            self.assertAlmostEqual(scratch.scratch_bytes(run) / 2**20, 24, delta=2)


class Catalogue(unittest.TestCase):
    def test_every_app_is_a_program_of_the_same_inputs_and_parameters(self):
        for app in APPS.values():
            text = (ROOT / f"apps/{app.name}.pan").read_text()
            for name in [i.name for i in app.inputs] + [p[0] for p in app.params]:
                self.assertRegex(text, rf"(?m)^(input|param) {name}:", f"{app.name}: {name}")
            self.assertEqual(text.count("\ninput "), len(app.inputs), app.name)
            self.assertEqual(text.count("\nparam "), len(app.params), app.name)

    def test_the_size_of_an_output_is_the_estimate_of_its_program(self):
        for app in APPS.values():
            text = (ROOT / f"apps/{app.name}.pan").read_text().rstrip()
            line = text.splitlines()[-1]
            estimates = dict(part.split("=") for part in line.removeprefix("estimate").replace(" ", "").split(","))
            # Those of dimensions that only inputs have are for the inputs.
            dims = re.findall(r"^output \w+\(([^)]*)\)", text, re.M)[-1].replace(" ", "").split(",")
            sizes = tuple(int(size) for name, size in estimates.items() if name in dims)
            # A coordinate with a range of its own needs no estimate: output f(x, y, c in 0..2).
            ranges = re.findall(r"^output \w+\(.*\bin (\d+)\.\.(\d+)\)", text, re.M)
            sizes += tuple(int(last) - int(first) + 1 for first, last in ranges)
            self.assertEqual(app.output.extents, sizes, app.name)

    def test_every_app_of_the_papers_is_there_and_has_a_halide_program(self):
        programs = {file.stem for file in (ROOT / "apps").glob("*.pan")} - {"harris_view"}
        self.assertEqual(programs, set(APPS))
        self.assertTrue(all(halide_peer.has_program(app) for app in APPS.values()))
        self.assertLessEqual(set(opencv_peer.OPERATIONS), set(APPS))


class Checks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls._folder = tempfile.TemporaryDirectory()
        library = f"{cls._folder.name}/pixels.so"
        builds.run_logged([machine.compiler(), "-O1", "-shared", "-fPIC", ROOT / "bench/race/pixels.c", "-o", library],
                          f"{cls._folder.name}/log")
        cls.pixels = Pixels(ctypes.CDLL(library))

    @classmethod
    def tearDownClass(cls):
        cls._folder.cleanup()

    def images(self, type_, found, expected, kind):
        out = []
        for values in (found, expected):
            image = Image(Shape(type_, (len(values),)))
            ctypes.memmove(image.address, (kind * len(values))(*values), image.shape.bytes())
            out.append(image)
        return out

    def test_values_within_the_tolerance_are_alike(self):
        nan = float("nan")
        images = self.images("f32", [1.00009, 1.0, nan, 2.0, nan], [1.0, 1.1, nan, nan, 0.0], ctypes.c_float)
        self.assertEqual(self.pixels.count_apart(*images, Tolerance(1e-5, 1e-4)), 3)

    def test_integers_may_be_off_by_one_unit(self):
        images = self.images("u8", [0, 255, 7], [1, 253, 7], ctypes.c_uint8)
        self.assertEqual(self.pixels.count_apart(*images, Tolerance(1)), 1)

    def test_a_frame_stays_zero(self):
        image = Image(Shape("u16", (6, 5, 2)))
        self.pixels.fill(image, "u16_photo", 1, 2)
        values = (ctypes.c_uint16 * 60).from_address(image.address)
        self.assertEqual([i for i, v in enumerate(values) if v and not (i % 6 in (2, 3) and i // 6 % 5 == 2)], [])
        self.assertTrue(any(values))

    def test_a_contestant_that_writes_nothing_is_found_out(self):
        arena = Arena(APPS["nl_means"], self.pixels)
        arena.keep_reference(lambda _: None, 1)   # zeros
        idle = Contestant("idle", lambda _: None)
        arena.check(idle, 1)
        self.assertFalse(idle.verdict.passed)


if __name__ == "__main__":
    unittest.main()
