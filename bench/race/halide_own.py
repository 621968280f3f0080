"""Halide's own applications, with the schedules of their authors: built from a checkout of Halide that the user names.

Only those that compute what one of ours computes, from images of the same layout: their convolution has channels
first, and their matrix product is a function of BLAS.
"""
import ctypes
from dataclasses import dataclass
from pathlib import Path

from . import halide_peer, machine
from .builds import run_logged
from .memory import Image, Shape

COLUMN = "halide own"

# Of the sensor: a colour is a row of a matrix for tungsten light and of one for daylight.
_TUNGSTEN = (1.6697, -0.2693, -0.4004, -42.4346, -0.3576, 1.0615, 1.5949, -37.1158, -0.2175, -1.8751, 6.9640, -26.6970)
_DAYLIGHT = (2.2997, -0.4478, 0.1706, -39.0923, -0.3826, 1.5906, -0.2080, -25.4311, -0.0888, -0.7344, 2.2832, -20.0826)


@dataclass(frozen=True)
class Own:
    """A folder of Halide's apps/. The arguments are names of ours (images, parameters), numbers, and matrices."""
    folder: str
    arguments: tuple
    generator: str = ""   # named like the folder where nothing is said

    def name(self):
        return self.generator or self.folder


OWN = {
    "blur_u16": Own("blur", ("img",), "halide_blur"),
    "unsharp_h": Own("unsharp", ("img",)),
    "harris_h": Own("harris", ("img",)),
    "bilateral_grid_h": Own("bilateral_grid", ("img", 0.1)),
    "camera_pipe_h": Own("camera_pipe", ("raw", _TUNGSTEN, _DAYLIGHT, "kelvin", "gamma", "contrast", "strength",
                                         "black", "white")),
    "interpolate_h": Own("interpolate", ("img",)),
    "local_laplacian_h": Own("local_laplacian", ("img", 8, "alpha", "beta")),
    "hist_eq": Own("hist", ("img",)),
    "nl_means": Own("nl_means", ("img", 7, 7, "sigma")),
    "max_filter": Own("max_filter", ("img",)),
}


def has_program(app):
    return app.name in OWN


def build(app, checkout, peer, cache):
    """(library, facts): the generator is compiled, and run for this machine."""
    own, halide = OWN[app.name], peer.environment.package("halide")
    source = Path(checkout) / "apps" / own.folder / f"{own.name()}_generator.cpp"
    ingredients = {"source": source.read_text(), "version": peer.environment.version("halide"),
                   "processor": machine.describe_processor()}

    def make(stem):
        libraries = halide / "lib64"
        run_logged(["c++", "-std=c++17", "-O1", f"-I{halide / 'include'}", f"-I{halide / 'share/tools'}", source, "-o",
                    f"{stem}-generator", f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-lHalide_GenGen", "-lHalide"], f"{stem}.log", peer.limit)
        seconds = run_logged([f"{stem}-generator", "-g", own.name(), "-f", own.name(), "-n", Path(stem).name, "-e", "object",
                              "-o", Path(stem).parent, "target=host"], f"{stem}.log", peer.limit)
        run_logged(["cc", "-shared", f"{stem}.o", "-o", f"{stem}.so", "-lpthread", "-ldl", "-lm"], f"{stem}.log")
        return {"compile_seconds": seconds}
    return cache.library(f"{app.name}-halide-own", ingredients, make, peer.limit)


def load(app, library, images):
    own, values = OWN[app.name], {name: value for name, _, value in app.params}
    arguments = [_argument(a, images, values) for a in own.arguments]
    return halide_peer.bind(library, own.name(), arguments + [halide_peer.as_argument(images["output"])])


def _argument(described, images, values):
    if isinstance(described, tuple):
        return halide_peer.as_argument(_matrix(described))
    if described in images:
        return halide_peer.as_argument(images[described])
    value = values.get(described, described)
    return ctypes.c_float(value) if isinstance(value, float) else ctypes.c_int32(value)


def _matrix(numbers):
    image = Image(Shape("f32", (4, 3)))
    image.as_array().ravel()[:] = numbers
    return image
