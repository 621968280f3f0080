"""The bilateral grid, for both versions of the program."""
from dataclasses import dataclass

import halide as hl

from .pieces import c, func, lanes, real, strips, x, y, yi

z = hl.Var("z")


@dataclass(frozen=True)
class Cells:
    """How pixels and cells of 8 x 8 pixels correspond."""
    window: int    # pixels of a cell in each direction
    first: int     # the cell at the corner of the first pixel of the result
    margin: int    # the first pixel of the result, in the input
    empty: int     # cells of brightness before the first


def filtered(source, cells, finish):
    """(result, schedule by hand). 'finish' makes the result of the sum, the weight and the pixel."""
    r = hl.RDom([(0, cells.window), (0, cells.window)])
    grid = hl.Func("grid")
    pixel = source[8 * x - 4 + r.x, 8 * y - 4 + r.y]
    grid[x, y, z, c] = real(0)
    grid[x, y, _bin(pixel * 10 + real(0.5)) + cells.empty, c] += hl.select(c == 0, pixel, real(1))
    blur_z = func("blur_z", (x, y, z, c), _five(lambda t: grid[x, y, z + t, c]))
    blur_y = func("blur_y", (x, y, z, c), _five(lambda t: blur_z[x, y + t, z, c]))
    blur_x = func("blur_x", (x, y, z, c), _five(lambda t: blur_y[x + t, y, z, c]))
    here = source[x + cells.margin, y + cells.margin]
    interpolated = func("interpolated", (x, y, c), _read_back(blur_x, here * 10, cells))
    smooth = func("smooth", (x, y), finish(interpolated[x, y, 0], interpolated[x, y, 1], here))

    def by_hand():
        # The grid is small: whole stages, row by row.
        grid.compute_at(blur_z, y).vectorize(x, lanes())
        grid.update().reorder(c, r.x, r.y, x, y).unroll(c, 2)
        for stage in (blur_z, blur_y, blur_x):
            stage.compute_root().reorder(x, z, c, y).vectorize(x, lanes()).parallel(y, 8)
        strips(smooth, 32)
        interpolated.compute_at(smooth, yi).vectorize(x, lanes())
    return smooth, by_hand


def _bin(value):
    return hl.clamp(hl.i32(value), 0, 10)


def _five(tap):
    return tap(-2) + 4 * tap(-1) + 6 * tap(0) + 4 * tap(1) + tap(2)


def _read_back(blurred, value, cells):
    """Between the eight cells around the pixel's place and brightness."""
    s, t = hl.f32(x % 8) / 8, hl.f32(y % 8) / 8
    column, row = x / 8 + cells.first, y / 8 + cells.first

    def plane(k):
        left = _mix(blurred[column, row, k, c], blurred[column, row + 1, k, c], t)
        right = _mix(blurred[column + 1, row, k, c], blurred[column + 1, row + 1, k, c], t)
        return _mix(left, right, s)
    k = _bin(value) + cells.empty
    return _mix(plane(k), plane(hl.min(k + 1, 11 + cells.empty)), value - hl.f32(hl.i32(value)))


def _mix(a, b, t):
    return a + t * (b - a)
