"""Bilateral grid; windows of 8 x 8 pixels, edge repeated."""
import halide as hl

from .grids import Cells, filtered
from .pieces import edges_repeated, func, real, x, y


def program(img):
    source = func("source", (x, y), hl.clamp(edges_repeated(img)[x, y], real(0), real(1)))
    return filtered(source, Cells(window=8, first=0, margin=0, empty=0), lambda total, weight, here: total / weight)
