"""Local Laplacian filter; every stage has a frame of zeros, two pixels wide."""
import halide as hl

from .laplacian import Sampling, brightness, schedule
from .pieces import c, func, real, x, y


def program(img, alpha, beta):
    def framed(stage, across, down):
        """Zero outside of columns of level 'across' and rows of level 'down'; the stage itself has no frame."""
        columns, rows = (img.dim(0).max() - 3) >> across, (img.dim(1).max() - 3) >> down
        ranges = [hl.Range(2, columns), hl.Range(2, rows)] + [hl.Range(hl.Expr(), hl.Expr())] * (stage.dimensions() - 2)
        return hl.BoundaryConditions.constant_exterior(stage, real(0), ranges)

    gray = func("gray", (x, y), (real(0.299) * hl.f32(img[x, y, 2]) + real(0.587) * hl.f32(img[x, y, 1])
                                 + real(0.114) * hl.f32(img[x, y, 0])) / 65535)
    bright, stages = brightness(gray, alpha, beta, Sampling(_down, _up, framed))
    i, j = x + 2, y + 2
    colour = bright[i, j] * (hl.f32(img[i, j, c]) / 65535 + real(0.01)) / (gray[i, j] + real(0.01))
    result = func("result", (x, y, c), hl.u16(hl.clamp(colour, real(0), real(1)) * 65535))
    return result, lambda: schedule(result, gray, stages)


def _down(tap, v):
    return (tap(2 * v - 3) + 3 * tap(2 * v - 2) + 3 * tap(2 * v - 1) + tap(2 * v)) * real(0.125)


def _up(tap, v):
    return real(0.25) * hl.select(v % 2 == 0, hl.Expr(tap(v / 2)), hl.Expr(tap(v / 2 + 2))) + real(0.75) * tap(v / 2 + 1)
