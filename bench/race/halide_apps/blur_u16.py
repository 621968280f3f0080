"""3x3 box blur of 16-bit pixels, along rows first, no border."""
import halide as hl

from .pieces import func, lanes, x, xi, y, yi, yo

row = hl.Var("row")


def program(img):
    bx = func("bx", (x, y), (img[x, y] + img[x + 1, y] + img[x + 2, y]) / 3)
    by = func("by", (x, y), (bx[x, y] + bx[x, y + 1] + bx[x, y + 2]) / 3)

    def by_hand():
        # Ten rows of bx, one vector wide, stay in registers and serve eight rows of by.
        by.split(y, yo, yi, 64).split(yi, yi, row, 8).split(x, x, xi, lanes(16)).reorder(xi, row, x, yi, yo)
        by.vectorize(xi).unroll(row).parallel(yo)
        bx.compute_at(by, x).vectorize(x, lanes(16)).unroll(y)
    return by, by_hand
