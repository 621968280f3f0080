"""Pantile as a contestant: emitted C, built with the flags it asks for, called through ctypes."""
import ctypes
import functools
import re
from pathlib import Path

from . import machine
from .builds import digest_of_file, run_logged
from .memory import TYPES

ROOT = Path(__file__).resolve().parent.parent.parent


class _Dimension(ctypes.Structure):
    _fields_ = [("min", ctypes.c_int64), ("extent", ctypes.c_int64), ("stride", ctypes.c_int64)]


class _Buffer(ctypes.Structure):
    """struct pantile_buffer of the emitted headers."""
    _fields_ = [("data", ctypes.c_void_p), ("type", ctypes.c_int32), ("rank", ctypes.c_int32), ("dim", _Dimension * 8)]


SCALARS = {"f32": ctypes.c_float, "i32": ctypes.c_int32}

_digest = functools.lru_cache(digest_of_file)


def build(app, schedule, math, threads, options, cache):
    """(library, facts) of the program under the schedule."""
    program = ROOT / f"apps/{app.name}.pan"
    file = Path(schedule)
    if schedule == "naive" or file.is_file():
        threads = 0  # these are the same for any number
    ingredients = {"tool": _digest(options.pantile), "program": program.read_text(), "schedule": schedule,
                   "file": file.read_text() if file.is_file() else "", "math": math, "threads": threads,
                   "compiler": machine.compiler(), "processor": machine.describe_processor()}
    return cache.library(f"{app.name}-{file.stem}-{math}", ingredients,
                         functools.partial(_make, program, schedule, math, threads, options))


def _make(program, schedule, math, threads, options, stem):
    log = f"{stem}.log"
    # Scheduling and emitting: all that Pantile itself does.
    schedule_seconds = run_logged([options.pantile, "emit", program, "--schedule", schedule, "--math", math, "--threads",
                                   threads, "-o", stem], log)
    source = Path(stem) / f"{program.stem}.c"
    flags = re.search(r"Build: cc (.*?) -c ", source.read_text())[1].split()
    compile_seconds = run_logged([machine.compiler(), *flags, "-shared", "-fPIC", source, "-o", f"{stem}.so", "-lm"],
                                 log)
    return {"schedule_seconds": schedule_seconds, "compile_seconds": compile_seconds}


def load(app, library, images):
    """A function of the number of threads that computes images['output'] from the others."""
    entry = getattr(ctypes.CDLL(str(Path(library).resolve())), f"{app.name}_argv")
    arguments = [_buffer(images[i.name]) for i in app.inputs]
    arguments += [SCALARS[type_](value) for _, type_, value in app.params]
    arguments.append(_buffer(images["output"]))
    pointers = (ctypes.c_void_p * len(arguments))(*map(ctypes.addressof, arguments))

    def run(threads, kept=arguments):  # what the pointers point to lives as long as the function
        status = entry(pointers, threads)
        if status != 0:
            raise RuntimeError(f"'{app.name}' refused its arguments with status {status}")
        return len(kept)
    return run


def _buffer(image):
    shape, stride = image.shape, 1
    buffer = _Buffer(image.address, TYPES[shape.type].pantile, len(shape.extents))
    for d, extent in enumerate(shape.extents):
        buffer.dim[d] = _Dimension(shape.min_of(d), extent, stride)
        stride *= extent
    return buffer
