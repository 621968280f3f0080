"""Multiscale interpolation; every stage has a frame of zeros."""
import halide as hl

from .pieces import c, func, real, x, y
from .scales import level

L = 10


def program(img):
    def framed(stage, across, down):
        """Zero outside of columns of level 'across' and rows of level 'down'; the stage itself has no frame."""
        ranges = [hl.Range(1, (img.dim(0).max() - 1) >> across), hl.Range(1, (img.dim(1).max() - 1) >> down),
                  hl.Range(hl.Expr(), hl.Expr())]
        return hl.BoundaryConditions.constant_exterior(stage, real(0), ranges)

    d = [func("d0", (x, y, c), img[x, y, c] * img[x, y, 3])]
    dy, u, uy = [None], [None] * L, [None] * (L - 1)
    for l in range(1, L):
        f = framed(d[l - 1], l - 1, l - 1)
        dy.append(func(f"dy{l}", (x, y, c), (f[x, 2 * y - 2, c] + 2 * f[x, 2 * y - 1, c] + f[x, 2 * y, c]) * real(0.25)))
        f = framed(dy[l], l - 1, l)
        d.append(func(f"d{l}", (x, y, c), (f[2 * x - 2, y, c] + 2 * f[2 * x - 1, y, c] + f[2 * x, y, c]) * real(0.25)))
    u[L - 1] = d[L - 1]
    for l in range(L - 2, -1, -1):
        f = framed(u[l + 1], l + 1, l + 1)
        uy[l] = func(f"uy{l}", (x, y, c), (f[x, (y + 1) / 2, c] + f[x, (y + 2) / 2, c]) / 2)
        f = framed(uy[l], l + 1, l)
        spread = (f[(x + 1) / 2, y, c] + f[(x + 2) / 2, y, c]) / 2
        u[l] = func(f"u{l}", (x, y, c), d[l][x, y, c] + (1 - d[l][x, y, 3]) * spread)
    filled = func("filled", (x, y, c), u[0][x + 1, y + 1, c] / u[0][x + 1, y + 1, 3])

    def by_hand():
        schedule(filled, d, dy, u, uy)
    return filled, by_hand


def schedule(filled, d, dy, u, uy, rows=2560):
    """Levels are stored, the halves between them are not, nor is the finest level."""
    for l in range(1, L):
        level(d[l], rows >> l, [dy[l]])
    for l in range(1, L - 1):
        level(u[l], rows >> l, [uy[l]])
    level(filled, rows, [uy[0], u[0]])
