#!/usr/bin/env python3
"""Times the schedules of tests/schedules/ against the naive one and against tiled C written by hand.

All contestants of a pipeline are built by the same compiler with the same flags, must give the same bits, and take
turns in one process on the same memory: README.md beside this file says how to read the table.
"""
import argparse
import array
import ctypes
import mmap
import os
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WIDTH, HEIGHT = 4256, 2832
F32 = 9  # PANTILE_F32


class App:
    """A pipeline, what it runs on, and the rows of the table: (name, tiled schedule, function written by hand)."""

    def __init__(self, name, channels, border, params, rows):
        self.name, self.channels, self.border, self.params, self.rows = name, channels, border, params, rows

    def size(self):
        return f"{WIDTH}x{HEIGHT}" + (f"x{self.channels}" if self.channels > 1 else "")


APPS = [
    App("blur", 3, 0, [], [("blur", "blur_tiled", "hand_blur")]),
    App("unsharp", 3, 2, [0.001, 3.0], [("unsharp", "unsharp_tiled", "hand_unsharp")]),
    App("harris", 1, 2, [0.04], [("harris", "harris_tiled", "hand_harris"),
                                 ("harris, fused", "harris_tiled_fused", "hand_harris_fused")]),
]


class Dimension(ctypes.Structure):
    _fields_ = [("min", ctypes.c_int64), ("extent", ctypes.c_int64), ("stride", ctypes.c_int64)]


class Buffer(ctypes.Structure):
    """struct pantile_buffer of the emitted headers."""
    _fields_ = [("data", ctypes.c_void_p), ("type", ctypes.c_int32), ("rank", ctypes.c_int32), ("dim", Dimension * 8)]


class Picture:
    """Floats on huge pages, so that faults and misses of the TLB are alike for all."""

    def __init__(self, channels, border):
        self.border, self.extents = border, [WIDTH - 2 * border, HEIGHT - 2 * border] + [channels] * (channels > 1)
        self.bytes = 4 * (WIDTH - 2 * border) * (HEIGHT - 2 * border) * channels
        huge = 1 << 21
        self.memory = mmap.mmap(-1, self.bytes + 2 * huge)
        self.memory.madvise(mmap.MADV_HUGEPAGE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.address = -(-start // huge) * huge

    def buffer(self):
        buffer, stride = Buffer(self.address, F32, len(self.extents)), 1
        for d, extent in enumerate(self.extents):
            buffer.dim[d] = Dimension(self.border if d < 2 else 0, extent, stride)
            stride *= extent
        return buffer

    def fill_with_noise(self):
        noise = random.Random(1)
        block = array.array("f", (noise.random() for _ in range(100_003))).tobytes()
        for begin in range(0, self.bytes, len(block)):
            ctypes.memmove(self.address + begin, block, min(len(block), self.bytes - begin))

    def bytes_copy(self):
        return ctypes.string_at(self.address, self.bytes)


def main():
    options = read_options()
    options.work.mkdir(parents=True, exist_ok=True)
    lines = [heading()]
    for app in APPS:
        lines += table_rows(app, measure(app, options))
    text = "\n".join(lines) + "\n\n" + footing(options)
    print(text)
    if options.table:
        options.table.write_text(text + "\n")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pantile", type=Path, default=ROOT / "build/bin/pantile", help="the tool")
    parser.add_argument("--work", type=Path, default=ROOT / "build/bench/tiling", help="where emitted and built files go")
    parser.add_argument("--compiler", default=next(filter(shutil.which, ("clang-19", "clang", "gcc", "cc")), "cc"),
                        help="for all contestants; the default is what 'pantile run' uses")
    parser.add_argument("--math", choices=("strict", "fast"), default="strict")
    parser.add_argument("--rounds", type=int, default=25, help="each contestant runs once in a round")
    parser.add_argument("--table", type=Path, help="a file that gets the table, too")
    return parser.parse_args()


def measure(app, options):
    """The fewest milliseconds of each contestant: {threads: {contestant: ms}}."""
    say(f"{app.name}: building")
    source, result = Picture(app.channels, 0), Picture(app.channels, app.border)
    source.fill_with_noise()
    contestants = build_contestants(app, source, result, options)
    if options.math == "strict":
        check_alike(app, contestants, result)
    return {threads: race(app, contestants, threads, options.rounds) for threads in (1, 2)}


def build_contestants(app, source, result, options):
    """{name: function of the number of threads}."""
    contestants = {"naive": emitted(app, "naive", source, result, options)}
    for _, tiled, _ in app.rows:
        contestants[tiled] = emitted(app, tiled, source, result, options)
    contestants["sliding"] = emitted(app, f"{app.name}_sliding", source, result, options)
    library = None
    for _, _, by_hand in app.rows:
        library = library or build(Path(__file__).parent / f"{app.name}.c", f"{app.name}_by_hand", emit_flags(app, options),
                                   options)
        contestants[by_hand] = by_hand_run(app, getattr(library, by_hand), source, result)
    return contestants


def emitted(app, schedule, source, result, options):
    folder = emit(app, schedule, options)
    entry = getattr(build(folder / f"{app.name}.c", f"{app.name}_{schedule}", emit_flags(app, options), options),
                    f"{app.name}_argv")
    buffers = [source.buffer(), result.buffer()]
    params = [ctypes.c_float(value) for value in app.params]
    arguments = [buffers[0], *params, buffers[1]]
    pointers = (ctypes.c_void_p * len(arguments))(*map(ctypes.addressof, arguments))

    def run(threads):
        status = entry(pointers, threads)
        assert status == 0, f"{app.name} under {schedule} refused its arguments with status {status}"
        return arguments  # kept alive with the function
    return run


def by_hand_run(app, function, source, result):
    arguments = [ctypes.c_void_p(source.address), *map(ctypes.c_float, app.params), ctypes.c_void_p(result.address),
                 ctypes.c_int64(WIDTH), ctypes.c_int64(HEIGHT)]
    function.restype = None
    return lambda threads: function(*arguments, ctypes.c_int(threads))


def emit(app, schedule, options):
    folder = options.work / f"{app.name}_{schedule}"
    file = ROOT / f"tests/schedules/{schedule}.json"
    command([options.pantile, "emit", ROOT / f"apps/{app.name}.pan", "--math", options.math, "-o", folder,
             "--schedule", file if file.exists() else schedule])
    return folder


def emit_flags(app, options):
    """The flags that the emitted file asks for in its first lines: those of 'pantile run'."""
    text = (options.work / f"{app.name}_naive" / f"{app.name}.c").read_text()
    return re.search(r"Build: cc (.*?) -c ", text)[1].split()


def build(file, name, flags, options):
    library = options.work / f"{name}.so"
    command([options.compiler, *flags, "-shared", "-fPIC", file, "-o", library, "-lm"])
    return ctypes.CDLL(str(library.resolve()))


def command(arguments):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}")


def check_alike(app, contestants, result):
    expected = None
    for name, run in contestants.items():
        for threads in (1, 2):
            say(f"{app.name}: checking {name}")
            ctypes.memset(result.address, 0xFF, result.bytes)
            run(threads)
            found = result.bytes_copy()
            expected = expected or found
            if found != expected:
                sys.exit(f"{app.name}: '{name}' on {threads} threads does not give the bits of 'naive'.")


def race(app, contestants, threads, rounds):
    # The processor time of one thread is what a busy machine disturbs least; for more there is only the clock.
    clock = time.thread_time if threads == 1 else time.perf_counter
    best = dict.fromkeys(contestants, float("inf"))
    for number in range(rounds + 1):
        say(f"{app.name}: {threads} thread{'s' * (threads > 1)}, round {number} of {rounds}")
        for name, run in contestants.items():
            begin = clock()
            run(threads)
            milliseconds = (clock() - begin) * 1e3
            if number > 0:  # the first round warms up
                best[name] = min(best[name], milliseconds)
    return best


def heading():
    return (f"{'':14} {'':7} | {'milliseconds':^35} | {'ratios':^51}\n"
            f"{'pipeline':14} {'threads':>7} | {'naive':>8} {'tiled':>8} {'sliding':>8} {'by hand':>8} | "
            f"{'tiled/naive':>11} {'sliding/naive':>13} {'tiled/hand':>10} {'sliding/tiled':>14}")


def table_rows(app, times):
    for row, tiled, by_hand in app.rows:
        for threads, best in times.items():
            naive, t, s, hand = best["naive"], best[tiled], best["sliding"], best[by_hand]
            yield (f"{row:14} {threads:7} | {naive:8.1f} {t:8.1f} {s:8.1f} {hand:8.1f} | "
                   f"{t / naive:11.2f} {s / naive:13.2f} {t / hand:10.2f} {s / t:14.2f}")


def footing(options):
    version = subprocess.run([options.compiler, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    alike = "all contestants gave the same bits" if options.math == "strict" else "results were not compared"
    sizes = ", ".join(f"{app.name} {app.size()}" for app in APPS)
    return (f"{sizes}; f32, {options.math} math: {alike}.\n"
            f"Minimum in ms of {options.rounds} interleaved rounds; {version}; {os.cpu_count()} processors, "
            f"load {os.getloadavg()[0]:.1f}.")


def say(text):
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
