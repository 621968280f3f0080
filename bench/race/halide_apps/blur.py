"""3x3 box blur, edge repeated."""
from .pieces import c, edges_repeated, func, lanes, real, strips, x, y, yi


def program(img):
    source, third = edges_repeated(img), real(1.0 / 3)
    bx = func("bx", (x, y, c), (source[x, y - 1, c] + source[x, y, c] + source[x, y + 1, c]) * third)
    # Columns beyond the edge repeat the image's, so they repeat those of bx.
    by = func("by", (x, y, c), (bx[x - 1, y, c] + bx[x, y, c] + bx[x + 1, y, c]) * third)

    def by_hand():
        strips(by, 32, planes=True)
        bx.compute_at(by, yi).vectorize(x, lanes())
    return by, by_hand
