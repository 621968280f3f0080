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
                   "processor": machine.describe_processor()}
    name = f"{app.name}-{file.stem}-{math}"
    folder, emitted = cache.folder_of(f"{name}-c", ingredients,
                                      functools.partial(_emit, program, schedule, math, threads, options))
    library, compiled = _compile(folder / f"{app.name}.c", name, cache)
    return library, {**emitted, **compiled}


def _emit(program, schedule, math, threads, options, stem):
    """Scheduling and emitting: all that Pantile itself does."""
    return {"schedule_seconds": run_logged([options.pantile, "emit", program, "--schedule", schedule, "--math", math,
                                            "--threads", threads, "-o", stem], f"{stem}.log")}


def _compile(source, name, cache):
    """Schedules for different numbers of threads are often the same code, which is compiled once."""
    text = source.read_text()
    flags = re.search(r"Build: cc (.*?) -c ", text)[1].split()
    instead = re.search(r"With clang in place of -O3: (.*)", text)
    if instead and machine.clang_version():
        flags = [flag for flag in flags if flag != "-O3"] + instead[1].split()
    tuning = re.search(r"Faster with clang (\d+) or later on x86: (.*?) \*/", text)
    if tuning and machine.clang_version() >= int(tuning[1]):
        flags += tuning[2].split()

    def make(stem):
        return {"compile_seconds": run_logged([machine.compiler(), *flags, "-shared", "-fPIC", source, "-o", f"{stem}.so",
                                               "-lm"], f"{stem}.log")}
    return cache.library(name, {"text": text, "compiler": machine.compiler(), "processor": machine.describe_processor()},
                         make)


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
