"""Blends two pictures along a mask, over four scales."""
import halide as hl

from .pieces import c, func, real, x, y
from .scales import level

L = 4
FIRST = (1 << (L + 1)) - 1   # the first pixel that the inputs have enough around


def program(img1, img2, mask):
    one, one_y = _pyramid("G1", img1, (c,))
    two, two_y = _pyramid("G2", img2, (c,))
    masks, masks_y = _pyramid("GM", mask, ())
    ups, bands = [], []
    for name, levels in (("1", one), ("2", two)):
        up = [func(f"U{name}{l}", (x, y, c), _up_y(levels[l + 1])) for l in range(L - 1)]
        bands.append([func(f"P{name}{l}", (x, y, c), levels[l][x, y, c] - _up_x(up[l])) for l in range(L - 1)] + [levels[L - 1]])
        ups.append(up)
    mixed = [func(f"S{l}", (x, y, c), bands[0][l][x, y, c] * masks[l][x, y] + bands[1][l][x, y, c] * (1 - masks[l][x, y]))
             for l in range(L)]
    out, out_y = [None] * (L - 1) + [mixed[L - 1]], [None] * (L - 1)
    for l in range(L - 2, -1, -1):
        out_y[l] = func(f"UO{l}", (x, y, c), _up_y(out[l + 1]))
        out[l] = func(f"O{l}", (x, y, c), mixed[l][x, y, c] + _up_x(out_y[l]))
    blended = func("blended", (x, y, c), out[0][x + FIRST, y + FIRST, c])

    def by_hand():
        for l in range(1, L):
            for levels, halves in ((one, one_y), (two, two_y), (masks, masks_y)):
                level(levels[l], 2160 >> l, [halves[l]])
        for l in range(1, L - 1):
            level(out[l], 2160 >> l, [out_y[l], ups[0][l], ups[1][l]])
        level(mixed[L - 1], 2160 >> (L - 1))
        level(blended, 2160, [out_y[0], ups[0][0], ups[1][0]])
    return blended, by_hand


def _pyramid(name, finest, more):
    levels, halves = [finest], [None]
    for l in range(1, L):
        above = levels[-1]
        halves.append(func(f"{name}Y{l}", (x, y, *more), _five(lambda t: above[(x, 2 * y + t, *more)])))
        levels.append(func(f"{name}{l}", (x, y, *more), _five(lambda t: halves[l][(2 * x + t, y, *more)])))
    return levels, halves


def _five(tap):
    return (tap(-2) + 4 * tap(-1) + 6 * tap(0) + 4 * tap(1) + tap(2)) * real(0.0625)


def _up_y(f):
    return _up(lambda v: f[x, v, c], y)


def _up_x(f):
    return _up(lambda v: f[v, y, c], x)


def _up(tap, v):
    """Even and odd pixels have weights of their own."""
    even = (tap(v / 2 - 1) + 6 * tap(v / 2) + tap(v / 2 + 1)) * real(0.125)
    odd = (4 * tap(v / 2) + 4 * tap(v / 2 + 1)) * real(0.125)
    return hl.select(v % 2 == 0, even, odd)
