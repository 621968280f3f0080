"""Local Laplacian filter; edge repeated."""
import halide as hl

from .laplacian import Sampling, brightness, schedule
from .pieces import c, edges_repeated, func, real, x, y


def program(img, alpha, beta):
    source = edges_repeated(img)
    gray = func("gray", (x, y), sum(real(w) * (hl.f32(source[x, y, p]) / 65535) for p, w in enumerate((0.299, 0.587, 0.114))))
    bright, stages = brightness(gray, alpha, beta, Sampling(_down, _up, lambda stage, _across, _down: stage))
    colour = hl.f32(img[x, y, c]) * (bright[x, y] + real(0.01)) / (gray[x, y] + real(0.01))
    result = func("result", (x, y, c), hl.u16(hl.clamp(colour, real(0), real(65535))))
    return result, lambda: schedule(result, gray, stages)


def _down(tap, v):
    return (tap(2 * v - 1) + 3 * (tap(2 * v) + tap(2 * v + 1)) + tap(2 * v + 2)) / 8


def _up(tap, v):
    return hl.lerp(tap((v + 1) / 2), tap((v - 1) / 2), hl.f32(v % 2 * 2 + 1) / 4)
