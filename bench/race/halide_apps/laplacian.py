"""The local Laplacian filter, for both versions of the program."""
from dataclasses import dataclass
from typing import Callable

import halide as hl

from .pieces import func, lanes, real, x, y
from .scales import level

J, K = 8, 8
k = hl.Var("k")


@dataclass(frozen=True)
class Sampling:
    """How one level follows from the next, along either axis. A tap is a function from a coordinate to a value. What
    reads a stage reads frame(stage, level of its columns, level of its rows)."""
    down: Callable   # (tap, coordinate)
    up: Callable
    frame: Callable


@dataclass(frozen=True)
class Stages:
    """All that a schedule by hand wants to name."""
    out: list
    remap: hl.Func
    down_y: list
    down: list
    gray_down_y: list
    gray_down: list
    up_y: list
    result_up_y: list


def brightness(gray, alpha, beta, sampling):
    """(the new brightness, stages)."""
    i = hl.Var("i")
    t = hl.f32(i) / 256
    remap = func("remap", (i,), alpha * t * hl.exp(-t * t / 2))
    step = hl.f32(k) * real(1.0 / (K - 1))
    index = hl.clamp(hl.i32(gray[x, y] * real(256 * (K - 1))), 0, 256 * (K - 1))
    copies = func("G0", (x, y, k), beta * (gray[x, y] - step) + step + remap[index - 256 * k])
    frame, up = sampling.frame, sampling.up
    gray_down, gray_down_y = _pyramid("N", gray, (), sampling)
    down, down_y = _pyramid("G", copies, (k,), sampling)
    up_y = [func(f"UY{l}", (x, y, k), up(_tap_y(frame(down[l + 1], l + 1, l + 1), k), y)) for l in range(J - 1)]
    bands = [func(f"P{l}", (x, y, k), down[l][x, y, k] - up(_tap_x(frame(up_y[l], l + 1, l), k), x))
             for l in range(J - 1)] + [down[J - 1]]
    taken = [func(f"S{l}", (x, y), _taken(bands[l], gray_down[l][x, y] * (K - 1))) for l in range(J)]
    out, out_y = [None] * (J - 1) + [taken[J - 1]], [None] * (J - 1)
    for l in range(J - 2, -1, -1):
        out_y[l] = func(f"OY{l}", (x, y), up(_tap_y(frame(out[l + 1], l + 1, l + 1)), y))
        out[l] = func(f"O{l}", (x, y), taken[l][x, y] + up(_tap_x(frame(out_y[l], l + 1, l)), x))
    return out[0], Stages(out, remap, down_y, down, gray_down_y, gray_down, up_y, out_y)


def _tap_x(stage, *more):
    return lambda v: stage[(v, y, *more)]


def _tap_y(stage, *more):
    return lambda v: stage[(x, v, *more)]


def _pyramid(name, finest, more, sampling):
    levels, halves = [finest], [None]
    for l in range(1, J):
        # The finest level has no frame: it is computed wherever the input is.
        above = sampling.frame(levels[-1], l - 1, l - 1) if l > 1 else levels[-1]
        halves.append(func(f"{name}Y{l}", (x, y, *more), sampling.down(_tap_y(above, *more), y)))
        levels.append(func(f"{name}{l}", (x, y, *more),
                           sampling.down(_tap_x(sampling.frame(halves[l], l - 1, l), *more), x)))
    return levels, halves


def _taken(band, value):
    """From the two copies next to the brightness."""
    i = hl.clamp(hl.i32(value), 0, K - 2)
    t = value - hl.f32(i)
    return (1 - t) * band[x, y, i] + t * band[x, y, i + 1]


def schedule(result, gray, stages, rows=2560):
    """Levels are stored, the halves between them are computed row by row, and all of the finest level but its gray is
    computed where it is read."""
    stages.remap.compute_root()
    level(gray, rows)
    for l in range(1, J):
        level(stages.gray_down[l], rows >> l, [stages.gray_down_y[l]])
        level(stages.down[l], rows >> l, [stages.down_y[l]])
    for l in range(1, J):
        level(stages.out[l], rows >> l, [stages.result_up_y[l]] if l < J - 1 else [])
        if l < J - 1:
            stages.up_y[l].compute_at(stages.out[l], y).vectorize(x, lanes())
    level(result, rows, [stages.out[0], stages.result_up_y[0], stages.up_y[0]])
