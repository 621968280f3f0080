"""The pipelines of apps/ as the benchmark runs them: images, parameters, and how far a result may be off.

Sizes are those of the papers, as in apps/README.md; tolerances allow for fused and reordered arithmetic.
"""
import math
from dataclasses import dataclass, field, replace

from .memory import Shape


@dataclass(frozen=True)
class Tolerance:
    """A value may be off by absolute + relative * |expected|; a share of the values may be off by anything."""
    absolute: float
    relative: float = 0.0
    flips: float = 0.0   # where the data decides between two values, rounding may decide otherwise


@dataclass(frozen=True)
class Input:
    name: str
    shape: Shape
    fill: str        # a function fill_... of pixels.c
    frame: int = 0   # of zeros
    has_rows: bool = field(default=True, repr=False)   # as many as the output has, and a margin; no part of a build


@dataclass(frozen=True)
class App:
    name: str
    inputs: tuple
    output: Shape
    params: tuple = ()   # (name, type, value) in the order of the program
    tolerance: Tolerance = Tolerance(1e-5, 1e-4)

    def megapixels(self):
        """Of the output; the planes of a picture count once, a stack of other planes counts in full."""
        width, height, *more = self.output.extents
        return width * height * (math.prod(more) if len(more) > 1 else 1) / 1e6


FLOATS = Tolerance(1e-5, 1e-4)
RATIOS = Tolerance(1e-5, 1e-3)
UNITS = Tolerance(1)
UNITS_WITH_FLIPS = Tolerance(1, flips=1e-3)
# Of sums of 576 products; the specification allows 1e-4 of the sum of their magnitudes, which is about 36.
SUMS = Tolerance(1e-3)

PHOTO = (1536, 2560)
WITH_PLANES = PHOTO + (3,)


def _img(type_, extents, fill, frame=0, name="img", has_rows=True):
    return Input(name, Shape(type_, extents), fill, frame, has_rows)


def _camera(type_):
    return (_img(type_, (2592, 1968), "raw10", name="raw"),)


_LIGHT = (("kelvin", "f32", 3700.0), ("contrast", "f32", 50.0), ("gamma", "f32", 2.0))
_LAPLACIAN = (("alpha", "f32", 1 / 7), ("beta", "f32", 1.0))

_ALL = (
    App("blur", (_img("f32", (6400, 4800, 1), "f32"),), Shape("f32", (6400, 4800, 1))),
    App("blur_u16", (_img("u16", (6402, 4802), "u16_low"),), Shape("u16", (6400, 4800)), tolerance=Tolerance(0)),
    App("unsharp", (_img("f32", (4260, 2836, 3), "f32", 2),), Shape("f32", (4256, 2832, 3), (2, 2)),
        (("thr", "f32", 0.001), ("w", "f32", 3.0))),
    App("unsharp_h", (_img("f32", WITH_PLANES, "f32_bright"),), Shape("f32", WITH_PLANES), (("sigma", "f32", 1.5),),
        RATIOS),
    App("harris", (_img("f32", (4256, 2832), "f32"),), Shape("f32", (4252, 2828), (2, 2)), (("k", "f32", 0.04),)),
    App("harris_h", (_img("f32", WITH_PLANES, "f32"),), Shape("f32", (1530, 2554), (3, 3)), (("k", "f32", 0.04),)),
    App("bilateral_grid", (_img("f32", (1592, 2616), "f32"),), Shape("f32", PHOTO), (), RATIOS),
    App("bilateral_grid_h", (_img("f32", PHOTO, "f32"),), Shape("f32", PHOTO), (), RATIOS),
    App("camera_pipe", _camera("i16"), Shape("u8", (2528, 1920, 3)), _LIGHT, UNITS_WITH_FLIPS),
    App("camera_pipe_h", _camera("u16"), Shape("u8", (2528, 1920, 3)),
        _LIGHT + (("black", "i32", 25), ("white", "i32", 1023), ("strength", "f32", 1.0)), UNITS_WITH_FLIPS),
    App("interpolate", (_img("f32", (1538, 2562, 4), "f32_sparse", 1),), Shape("f32", WITH_PLANES), (), RATIOS),
    App("interpolate_h", (_img("f32", PHOTO + (4,), "f32_sparse"),), Shape("f32", WITH_PLANES), (), RATIOS),
    App("pyramid_blend", (_img("f32", (3900, 2220, 3), "f32", name="img1"),
                          _img("f32", (3900, 2220, 3), "f32", name="img2"),
                          _img("f32", (3900, 2220), "f32", name="mask")), Shape("f32", (3840, 2160, 3))),
    App("local_laplacian", (_img("u16", (1540, 2564, 3), "u16_photo", 2),), Shape("u16", WITH_PLANES), _LAPLACIAN,
        UNITS_WITH_FLIPS),
    App("local_laplacian_h", (_img("u16", WITH_PLANES, "u16_photo"),), Shape("u16", WITH_PLANES), _LAPLACIAN,
        UNITS_WITH_FLIPS),
    App("canny", (_img("f32", (3840, 2160), "f32"),), Shape("u8", (3840, 2160)),
        (("lo", "f32", 0.1), ("hi", "f32", 0.3)), UNITS_WITH_FLIPS),
    # A brightness on the edge of two bins falls into either.
    App("hist_eq", (_img("u8", WITH_PLANES, "u8"),), Shape("u8", WITH_PLANES), (), UNITS_WITH_FLIPS),
    App("nl_means", (_img("f32", (192, 320, 3), "f32"),), Shape("f32", (192, 320, 3)), (("sigma", "f32", 0.12),)),
    App("max_filter", (_img("f32", WITH_PLANES, "f32"),), Shape("f32", WITH_PLANES), (), Tolerance(0)),
    App("conv_layer", (_img("f32", (130, 130, 64, 4), "f32_signed"),
                       _img("f32", (3, 3, 64, 64), "f32_signed", name="filter", has_rows=False),
                       _img("f32", (64,), "f32_signed", name="bias", has_rows=False)), Shape("f32", (128, 128, 64, 4)), (), SUMS),
    App("matmul", (_img("f32", (2048, 2048), "f32", name="a"), _img("f32", (2048, 2048), "f32", name="b", has_rows=False)),
        Shape("f32", (2048, 2048)), (), FLOATS),
)

APPS = {app.name: app for app in _ALL}


def of_fewer_rows(app, rows):
    """The same with so many rows of output."""
    fewer = app.output.extents[1] - rows

    def shorter(shape):
        return replace(shape, extents=(shape.extents[0], shape.extents[1] - fewer, *shape.extents[2:]))
    inputs = tuple(replace(i, shape=shorter(i.shape)) if i.has_rows else i for i in app.inputs)
    return replace(app, inputs=inputs, output=shorter(app.output))
