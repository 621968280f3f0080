"""Unsharp mask with a threshold."""
import halide as hl

from .pieces import c, func, lanes, real, strips, x, y, yi


def program(img, thr, w):
    weights = [real(v) for v in (0.0625, 0.25, 0.375, 0.25, 0.0625)]
    bx = func("bx", (x, y, c), sum(k * img[x, y + i - 2, c] for i, k in enumerate(weights)))
    by = func("by", (x, y, c), sum(k * bx[x + i - 2, y, c] for i, k in enumerate(weights)))
    sharp = func("sh", (x, y, c), img[x, y, c] * (1 + w) + by[x, y, c] * (-w))
    mask = func("mask", (x, y, c),
                hl.select(hl.abs(img[x, y, c] - by[x, y, c]) < thr, img[x, y, c], sharp[x, y, c]))

    def by_hand():
        strips(mask, 32, planes=True)
        bx.compute_at(mask, yi).vectorize(x, lanes())
    return mask, by_hand
