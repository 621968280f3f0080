"""3x3 box blur of 16-bit pixels, along rows first, no border."""
from .pieces import func, lanes, strips, x, y, yi, yo


def program(img):
    bx = func("bx", (x, y), (img[x, y] + img[x + 1, y] + img[x + 2, y]) / 3)
    by = func("by", (x, y), (bx[x, y] + bx[x, y + 1] + bx[x, y + 2]) / 3)

    def by_hand():
        strips(by, 64, bits=16)
        # Each row of bx is computed once per strip and serves three rows of by.
        bx.store_at(by, yo).compute_at(by, yi).vectorize(x, lanes(16))
    return by, by_hand
