"""PYTHONPATH=bench python3 -m race.one_run APP LIBRARY ROWS STEPS: counts the instructions of one run on a part of the rows.

Prints a line "offset count" for each instruction of the library, offsets as in the file, and "elsewhere count" for all others.
A process of its own, since every instruction traps.
"""
import ctypes
import sys
from pathlib import Path

from . import plan
from .__main__ import WORK, build_pixels
from .apps import APPS, of_fewer_rows
from .builds import Cache
from .contestants import Arena
from .environment import Environment
from .memory import Pixels


def main(name, library, rows, steps):
    Environment(WORK / "venv").prepare(("halide",), print)
    app = of_fewer_rows(APPS[name], rows)
    arena = Arena(app, Pixels(build_pixels(Cache(WORK / "cache"))))
    run = plan.load_library(app, library, arena.images)
    run(1)
    begin, end = _mapped(library)
    counter, counts = ctypes.CDLL(steps), (ctypes.c_uint64 * (end - begin))()
    if not counter.steps_begin(ctypes.c_uint64(begin), ctypes.c_uint64(end - begin), counts):
        raise SystemExit("instructions cannot be counted here.")
    run(1)
    counter.steps_end.restype = ctypes.c_uint64
    elsewhere = counter.steps_end()
    for offset, count in enumerate(counts):
        if count:
            print(f"{offset:x} {count}")
    print(f"elsewhere {elsewhere}")


def _mapped(library):
    """Where the library lies, from its first byte on."""
    lines = [line.split()[0] for line in Path("/proc/self/maps").read_text().splitlines() if library in line]
    ends = [int(end, 16) for line in lines for end in line.split("-")]
    return min(ends), max(ends)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
