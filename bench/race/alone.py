"""PYTHONPATH=bench python3 -m race.alone APP LIBRARY [--like LIBRARY]: one contestant alone, over and over, to be profiled.

A library is one of build/bench/cache, or emitted C changed by hand and built with the flags it asks for. With --like its
result is compared with that of another one, as strictly as in the race.
"""
import argparse
import time

from . import plan
from .__main__ import WORK, build_pixels
from .apps import APPS
from .builds import Cache
from .contestants import Arena, Contestant
from .memory import Pixels


def main():
    given = _parser().parse_args()
    arena = Arena(APPS[given.app], Pixels(build_pixels(Cache(WORK / "cache"))))
    if given.like:
        arena.keep_reference(plan.load_library(arena.app, given.like, arena.images), 1)
    run = plan.load_library(arena.app, given.library, arena.images)
    checked = Contestant(given.library, run)
    arena.check(checked, 1)
    best, runs = _best_of(run, given.seconds)
    print(f"{1e3 * best:.2f} ms, {1e3 * best / arena.app.megapixels():.3f} ns a pixel, {runs} runs"
          + (f", {checked.verdict}" if given.like else ""))


def _parser():
    parser = argparse.ArgumentParser(prog="race.alone")
    parser.add_argument("app", choices=APPS)
    parser.add_argument("library")
    parser.add_argument("--like", metavar="LIBRARY")
    parser.add_argument("--seconds", type=float, default=2.0)
    return parser


def _best_of(run, seconds):
    """Processor time of the calling thread: what runs with one thread runs in it."""
    best, runs, end = float("inf"), 0, time.monotonic() + seconds
    while time.monotonic() < end:
        begin = time.thread_time()
        run(1)
        best, runs = min(best, time.thread_time() - begin), runs + 1
    return best, runs


if __name__ == "__main__":
    main()
