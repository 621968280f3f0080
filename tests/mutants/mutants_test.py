#!/usr/bin/env python3
"""The mutants written by hand still apply to the sources, and what runs all mutants keeps its books."""
import collections
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))

from mutants import base, layers, place, results, trial, written
from mutants.mutant import Mutant

FEWEST = 40
FOLDERS = ("analysis", "emit", "lower", "passes", "plan", "runtime")


def mutant_of(file, name="m"):
    return Mutant(name, file, "constant", 0, 1, "2", "What.")


class WrittenByHand(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.files = sorted((ROOT / "tests" / "mutants" / "written").glob("*.txt"))

    def test_each_applies_to_the_sources_exactly_once(self):
        for file in self.files:
            with self.subTest(file.stem):
                written.read(file.stem, file.read_text(), lambda source: (ROOT / source).read_text())

    def test_there_are_enough_and_some_for_each_folder_that_matters(self):
        self.assertGreaterEqual(len(self.files), FEWEST)
        count = collections.Counter(file.stem.split("-")[0] for file in self.files)
        for folder in FOLDERS:
            self.assertGreaterEqual(count[folder], 3, folder)

    def test_each_is_named_after_the_folder_that_it_changes(self):
        for file in self.files:
            self.assertTrue(file.read_text().startswith(f"file: src/{file.stem.split('-')[0]}/"), file.stem)


class Form(unittest.TestCase):
    TEXT = "file: x.cpp\nwhy: Off by one.\nfind:\n    f(a,\n      b - 1)\nreplace:\n    f(a, b)\n"

    def test_code_is_found_in_other_lines_and_other_white_space(self):
        source = "g();\nx = f( a, b\n    -1 );\n"
        mutant = written.read("m", self.TEXT, lambda _: source)
        self.assertEqual(mutant.apply(source), "g();\nx = f(a, b);\n")
        self.assertEqual((mutant.name, mutant.what), ("hand-written:m", "Off by one."))

    def test_code_is_found_in_the_text_of_a_string(self):
        source = 'R"(call f(a, b - 1) now)"'
        self.assertEqual(written.read("m", self.TEXT, lambda _: source).apply(source), 'R"(call f(a, b) now)"')

    def test_two_names_are_not_one(self):
        text = self.TEXT.replace("f(a,\n      b - 1)", "const x")
        with self.assertRaisesRegex(written.Mistake, "0 times"):
            written.read("m", text, lambda _: "constx")

    def test_code_that_is_gone_or_there_twice_is_refused(self):
        for source, times in (("f(a, c)", 0), ("f(a, b - 1); f(a, b - 1);", 2)):
            with self.assertRaisesRegex(written.Mistake, f"m: x.cpp has the code to find {times} times"):
                written.read("m", self.TEXT, lambda _, source=source: source)

    def test_one_that_changes_nothing_is_refused(self):
        with self.assertRaisesRegex(written.Mistake, "changes nothing"):
            written.read("m", self.TEXT.replace("f(a, b)", "f(a,b-1)"), lambda _: "f(a, b - 1)")

    def test_a_part_that_is_missing_is_told(self):
        with self.assertRaisesRegex(written.Mistake, "'file', 'why', 'find' and 'replace'"):
            written.read("m", self.TEXT.replace("why: Off by one.\n", ""), lambda _: "")


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
        of_loads = mutant_of("src/emit/c_vector_load.cpp")
        near = {layer.name: layers.for_mutant(layer, of_loads, ROOT) for layer in layers.layers(ROOT)}
        self.assertIn("VectorLoads.*", near["unit, in children, nearest"].wanted)
        self.assertNotIn("Regressions.*", near["unit, in children, nearest"].wanted)
        self.assertIn("EmitWorkspace.*", near["unit, compiled, nearest"].wanted)
        self.assertIsNone(layers.for_mutant(layers.layers(ROOT)[3], mutant_of("src/runtime/jit_key.cpp"), ROOT))

    def test_for_mutants_of_the_emitter_layers_that_compile_come_first(self):
        used = layers.layers(ROOT)
        names = [layer.name for layer in layers.in_order(used, mutant_of("src/emit/x.cpp"))]
        self.assertCountEqual(names, [layer.name for layer in used])
        self.assertLess(names.index("random compiled"), names.index("random loops"))

    def test_a_test_that_says_nothing_is_left_out(self):
        layer = layers.without(layers.Layer("l", "p", ("A.*",), (), 1, 1), {"A.b"})
        self.assertEqual(layer.filter, "A.*-A.b")


class Results(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.folder = Path(self.place.name)
        self.mutants = [mutant_of("src/passes/a.cpp", name) for name in ("found", "missed", "invalid", "same", "later")]

    def known(self, mutants=None):
        return results.Results(self.folder, mutants or self.mutants, {"same": "It is dead code."})

    def filled(self):
        known = self.known()
        for mutant, layer in zip(self.mutants, ("unit", results.UNDECIDED, results.NOT_BUILT, results.SURVIVED)):
            known.add(mutant, results.Found(layer, "", 1, ("unit",)))
        known.write()
        return known

    def test_what_does_not_compile_and_what_changes_nothing_does_not_count(self):
        known = self.filled()
        self.assertEqual([m.name for m in known.tried()], ["found", "missed"])
        self.assertEqual([m.name for m in known.found()], ["found"])

    def test_results_are_there_in_the_next_run(self):
        self.filled()
        self.assertEqual(self.known().of(self.mutants[1]), results.Found(results.UNDECIDED, "", 1, ("unit",)))

    def test_results_of_code_that_is_gone_are_dropped(self):
        self.filled()
        known = self.known(self.mutants[1:])
        known.write()
        self.assertNotIn("found", (self.folder / "results.json").read_text())

    def test_the_score_is_published(self):
        self.filled()
        text = (self.folder / "RESULTS.md").read_text()
        self.assertIn("**1 of 2 (50 %)** mutants are found", text)
        self.assertIn("1 that do not compile and 1 that change nothing", text)
        self.assertIn("| `missed` | What. | unit |", text)


class Trials(unittest.TestCase):
    LAYER = layers.Layer("l", "p", ("A.*",), (), 1, 1)

    def failure(self, *outcomes):
        """Of runs that end as told, one after the other: with the mutant, and the same test without."""
        here = mock.Mock()
        here.run.side_effect = here.original.return_value.run.side_effect = list(outcomes)
        here.original.return_value.run = here.run
        return trial.Trial(ROOT, None, mock.Mock(patience=None)).failure(here, self.LAYER, None)

    def test_a_failure_counts_when_the_test_passes_without_the_mutant(self):
        self.assertEqual(self.failure("A.b", None), "A.b")

    def test_a_test_that_always_fails_is_left_out(self):
        self.assertIsNone(self.failure("A.b", "A.b", None))

    def test_without_end_is_found_without_a_second_look(self):
        self.assertEqual(self.failure("time limit in A.b"), "time limit in A.b")


class Commands(unittest.TestCase):
    def test_the_mutant_comes_before_the_library(self):
        listed = mock.Mock(stdout=": && c++ a.o -o bin/pantile  src/libpantile.a -ldl && :\n")
        with mock.patch("subprocess.run", return_value=listed):
            command = base.Base("/r", "/f").link_command("pantile").format(object="m.o", output="o")
        self.assertLess(command.index("m.o"), command.index("libpantile.a"))
        self.assertIn("-Wl,--allow-multiple-definition", command)
        self.assertIn("-o o ", command)

    def test_the_last_test_that_began_is_the_one_that_failed(self):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            log.write_text("[ RUN      ] A.b\n[       OK ] A.b\n[ RUN      ] A.c\nx.cpp:1: Failure\n")
            self.assertEqual(place.what_failed(log, 1), "A.c")
            log.write_text("[ RUN      ] A.b\n")
            self.assertEqual(place.what_failed(log, -11), "signal 11 in A.b")


if __name__ == "__main__":
    unittest.main()
