"""Multiscale interpolation; edge repeated."""
import halide as hl

from .interpolate import L, schedule
from .pieces import c, edges_repeated, func, real, x, y


def program(img):
    source = edges_repeated(img)
    d = [func("d0", (x, y, c), hl.select(c < 3, source[x, y, c] * source[x, y, 3], source[x, y, 3]))]
    dy, u, uy = [None], [None] * L, [None] * (L - 1)
    # What the coarse levels need of the fine ones doubles with each level; so level 3 ends a little beyond the picture.
    bounds = [hl.Range(0, img.width() / 8 + 1), hl.Range(0, img.height() / 8 + 1), hl.Range(hl.Expr(), hl.Expr())]
    for l in range(1, L):
        f = hl.BoundaryConditions.repeat_edge(d[3], bounds) if l == 4 else d[l - 1]
        dy.append(func(f"dy{l}", (x, y, c), (f[x, 2 * y - 1, c] + 2 * f[x, 2 * y, c] + f[x, 2 * y + 1, c]) * real(0.25)))
        f = dy[l]
        d.append(func(f"d{l}", (x, y, c), (f[2 * x - 1, y, c] + 2 * f[2 * x, y, c] + f[2 * x + 1, y, c]) * real(0.25)))
    u[L - 1] = d[L - 1]
    for l in range(L - 2, -1, -1):
        f = u[l + 1]
        uy[l] = func(f"uy{l}", (x, y, c), (f[x, y / 2, c] + f[x, (y + 1) / 2, c]) / 2)
        f = uy[l]
        u[l] = func(f"u{l}", (x, y, c), d[l][x, y, c] + (1 - d[l][x, y, 3]) * ((f[x / 2, y, c] + f[(x + 1) / 2, y, c]) / 2))
    filled = func("filled", (x, y, c), u[0][x, y, c] / u[0][x, y, 3])

    def by_hand():
        schedule(filled, d, dy, u, uy)
    return filled, by_hand
