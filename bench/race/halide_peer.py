"""Halide as a contestant: our own programs in halide_apps/, built to libraries by a child process."""
import ctypes
import json
import re
from pathlib import Path

from . import machine
from .builds import run_logged
from .memory import TYPES
from .ours import SCALARS

FOLDER = Path(__file__).resolve().parent
BY_HAND = "hand"


def has_program(app):
    return (FOLDER / "halide_apps" / f"{app.name}.py").exists()


def sources_of(module, seen=None):
    """The text of a module of halide_apps, and of those it imports from there."""
    seen = seen if seen is not None else set()
    seen.add(module)
    text = (FOLDER / "halide_apps" / f"{module}.py").read_text()
    texts = [text]
    for imported in re.findall(r"^from \.(\w+) import", text, re.M):
        if imported not in seen:
            texts += sources_of(imported, seen)
    return texts


def build(app, scheduler, threads, peer, cache):
    """(library, facts). The schedule by hand is the same for all numbers of threads."""
    ingredients = {"sources": [(FOLDER / "halide_build.py").read_text(), *sources_of(app.name)], "app": repr(app), "scheduler": scheduler,
                   "threads": threads if scheduler != BY_HAND else 0, "cache": machine.last_level_cache_bytes(),
                   "version": peer.environment.version("halide"), "processor": machine.describe_processor()}

    def make(stem):
        command = [peer.environment.python, "-m", "race.halide_build", app.name, scheduler, threads,
                   machine.last_level_cache_bytes(), stem]
        run_logged(command, f"{stem}.log", peer.limit, {"PYTHONPATH": str(FOLDER.parent)})
        run_logged(["cc", "-shared", f"{stem}.o", "-o", f"{stem}.so", "-lpthread", "-ldl", "-lm"], f"{stem}.log")
        return json.loads(Path(f"{stem}.facts").read_text())
    return cache.library(f"{app.name}-halide-{scheduler}", ingredients, make, peer.limit)


class _Dimension(ctypes.Structure):
    _fields_ = [("min", ctypes.c_int32), ("extent", ctypes.c_int32), ("stride", ctypes.c_int32), ("flags", ctypes.c_uint32)]


class _Buffer(ctypes.Structure):
    """halide_buffer_t of HalideRuntime.h."""
    _fields_ = [("device", ctypes.c_uint64), ("device_interface", ctypes.c_void_p), ("host", ctypes.c_void_p),
                ("flags", ctypes.c_uint64), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("dimensions", ctypes.c_int32), ("dim", ctypes.POINTER(_Dimension)), ("padding", ctypes.c_void_p)]


_ON_ERROR = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)


class _Messages:
    """Halide's own handler of errors ends the process; this one keeps what it says."""

    def __init__(self):
        self.last = ""
        self.handler = _ON_ERROR(self._keep)   # lives as long as the library may call it

    def _keep(self, _context, message):
        self.last = message.decode(errors="replace").strip().splitlines()[0]


def load(app, library, images):
    """A function of the number of threads that computes images['output'] from the others."""
    arguments = [as_argument(images[i.name]) for i in app.inputs]
    arguments += [SCALARS[type_](value) for _, type_, value in app.params]
    return bind(library, app.name, arguments + [as_argument(images["output"])])


def bind(library, function, arguments):
    """A function of the number of threads that calls the library's one."""
    loaded = ctypes.CDLL(str(Path(library).resolve()))
    messages = _Messages()
    loaded.halide_set_error_handler(messages.handler)
    entry = getattr(loaded, function)

    def run(threads):
        loaded.halide_set_num_threads(threads)
        status = entry(*arguments)
        if status != 0:
            raise RuntimeError(f"failed: {messages.last or f'status {status}'}")
    return run


def as_argument(image):
    shape, stride, type_ = image.shape, 1, TYPES[image.shape.type]
    dims = (_Dimension * len(shape.extents))()
    for d, extent in enumerate(shape.extents):
        dims[d] = _Dimension(shape.min_of(d), extent, stride, 0)
        stride *= extent
    buffer = _Buffer(host=image.address, code=type_.halide_code, bits=8 * type_.bytes, lanes=1,
                     dimensions=len(shape.extents), dim=dims)
    buffer.image = image  # lives as long as the argument
    return ctypes.byref(buffer)
