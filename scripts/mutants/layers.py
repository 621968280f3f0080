"""The layers of CI, cheapest first: which tests of which program, and how long they may take.

Suites of tests/random belong to the random layers by the folder that they live in, and to the compiled one by
'Compiled' in their names; what is listed below as slow waits for the rest. All tests of the two programs are in
exactly one layer; unit tests in the folder of the changed file run before it, as the ones most likely to fail.
"""
import dataclasses
import fnmatch
import re
from pathlib import Path

# They start C compilers, or try thousands of cases.
SLOW = ["Sliding.Random*", "Sliding.WhatANeeded*", "Sliding.Hardly*", "VectorMath.*", "EmitWorkspace.*", "Kernels.*",
        "TuneSchedules.*", "Realize.*", "HostileNames.*", "FoundByAttack.*", "ReductionTiles.*", "HostileText.*",
        "AutoScheduled.*", "LargePipelines.*", "MakeSchedule.*", "*HandSchedules.*", "Compile.AChainOfAThousand*",
        "Limits.*", "Determinism.*", "Environments.*", "Measure.*", "JitFaults.*", "SanitizedProgram.*", "Jit.*",
        "LargeImages.*", "Toolchain.*", "Process.*"]

# They run kernels in child processes, which wait for ever where an earlier test of the process has used OpenMP.
IN_CHILDREN = ["VectorConversions.*", "VectorLoads.*", "VectorLookUps.*", "VectorStores.*", "Regressions.*",
               "ScalarSemantics.*", "HostileBuffers.*", "SplitCases.CompiledRows*", "Relations.*", "Shrink.*"]

NEAREST = "unit, nearest"
NEAREST_SLOW = ("unit, compiled, nearest", "unit, in children, nearest")
CHEAP = (NEAREST, "unit")
# These interpret: they never see what the emitter writes.
WITHOUT_EMITTER = ("random loops", "random programs", "schedulers")
# What finds a mutant by chance mostly finds it early.
RANDOM = ("random loops", "random compiled")
SECONDS_OF_A_LOOK = 40


@dataclasses.dataclass(frozen=True)
class Layer:
    name: str
    program: str
    wanted: tuple
    unwanted: tuple
    seconds: int  # more than ten times what it takes without a mutant
    seconds_of_a_test: int

    @property
    def filter(self):
        return ":".join(self.wanted) + ("-" + ":".join(self.unwanted) if self.unwanted else "")


def layers(root):
    loops, compiled = random_tests(root)
    slow = tuple(name for name in SLOW if name not in loops + compiled)
    everywhere = tuple(IN_CHILDREN) + loops + compiled
    schedulers, loops = split(loops, "Schedulers.")
    loops, programs = split(loops, "Pass")
    return [
        Layer(NEAREST, "pantile_tests", ("*",), tuple(SLOW) + everywhere, 300, 40),
        Layer("unit", "pantile_tests", ("*",), tuple(SLOW) + everywhere, 300, 40),
        Layer(NEAREST_SLOW[0], "pantile_tests", slow, everywhere, 2400, 600),
        Layer(NEAREST_SLOW[1], "pantile_tests", tuple(IN_CHILDREN), (), 2400, 600),
        Layer("random loops", "pantile_tests", loops, (), 3600, 600),
        Layer("random compiled", "pantile_tests", compiled, (), 7200, 600),
        Layer("unit, compiled", "pantile_tests", slow, everywhere, 2400, 600),
        Layer("unit, in children", "pantile_tests", tuple(IN_CHILDREN), (), 2400, 600),
        Layer("random programs", "pantile_tests", programs, (), 3600, 600),
        Layer("schedulers", "pantile_tests", schedulers, (), 3600, 600),
        Layer("apps and tool", "pantile_tool_tests", ("*",), (), 7200, 600),
    ]


def rounds(used):
    """Layers, and the seconds for each of them: the cheap ones for all mutants, then unit tests nearby that start
    compilers and a look into random pipelines, then whole layers for what is left."""
    cheap = [layer for layer in used if layer.name in CHEAP]
    near = [layer for layer in used if layer.name in NEAREST_SLOW]
    looked_into = [layer for layer in used if layer.name in RANDOM]
    others = [layer for layer in used if layer not in cheap + near]
    return [(cheap, None), (near, None), (looked_into, SECONDS_OF_A_LOOK), (others, None)]


def in_order(used, mutant):
    """Those first that are likely to find it."""
    is_of_emitter = mutant.file.startswith("src/emit/")
    return sorted(used, key=lambda layer: is_of_emitter and layer.name in WITHOUT_EMITTER)


def without(layer, tests):
    return dataclasses.replace(layer, unwanted=layer.unwanted + tuple(sorted(tests)))


def for_mutant(layer, mutant, root):
    """The layer itself, or for those called 'nearest' the unit tests in the folder of the changed file. Nothing when there
    are none."""
    if layer.name != NEAREST and layer.name not in NEAREST_SLOW:
        return layer
    suites = []
    for file in sorted(Path(root, "tests", Path(mutant.file).parent.relative_to("src")).glob("*_test.cpp")):
        suites += re.findall(r"^TEST(?:_F)?\((\w+),", file.read_text(), flags=re.M)
    names = dict.fromkeys(suites)
    if layer.name == NEAREST:
        return dataclasses.replace(layer, wanted=tuple(f"{suite}.*" for suite in names) or ("*",))
    wanted = tuple(name for name in layer.wanted if fnmatch.filter(names, name.split(".")[0]))
    return dataclasses.replace(layer, wanted=wanted) if wanted else None


def random_tests(root):
    loops, compiled = [], []
    for file in sorted(Path(root, "tests", "random").rglob("*_test.cpp")):
        for kind, suite, test in re.findall(r"^TEST(_[FP])?\((\w+), (\w+)\)", file.read_text(), flags=re.M):
            name = f"*/{suite}.{test}/*" if kind == "_P" else f"{suite}.{test}"
            if f"{suite}.*" not in SLOW + IN_CHILDREN:
                (compiled if "Compiled" in test else loops).append(name)
    return tuple(loops), tuple(compiled)


def split(names, word):
    return tuple(n for n in names if word in n), tuple(n for n in names if word not in n)
