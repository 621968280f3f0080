"""Unsharp mask by brightness, with a Gaussian of 7 x 7 pixels."""
import math

import halide as hl

from .pieces import c, edges_repeated, func, lanes, real, strips, x, y, yi, yo


def program(img, sigma):
    i, source = hl.Var("i"), edges_repeated(img)
    gauss = func("gauss", (i,), hl.exp(-hl.f32(i * i) / (2 * sigma * sigma)) / (real(math.sqrt(2 * math.pi)) * sigma))
    gray = func("gray", (x, y), real(0.299) * source[x, y, 0] + real(0.587) * source[x, y, 1]
                + real(0.114) * source[x, y, 2])
    blur_y = func("blur_y", (x, y), gauss[0] * gray[x, y]
                  + sum(gauss[t] * (gray[x, y - t] + gray[x, y + t]) for t in (1, 2, 3)))
    blur_x = func("blur_x", (x, y), gauss[0] * blur_y[x, y]
                  + sum(gauss[t] * (blur_y[x - t, y] + blur_y[x + t, y]) for t in (1, 2, 3)))
    sharp = func("sharp", (x, y), 2 * gray[x, y] - blur_x[x, y])
    ratio = func("ratio", (x, y), sharp[x, y] / gray[x, y])
    unsharp = func("unsharp", (x, y, c), ratio[x, y] * img[x, y, c])

    def by_hand():
        gauss.compute_root()
        unsharp.bound(c, 0, 3).reorder(c, x, y).unroll(c)
        strips(unsharp, 32)
        gray.store_at(unsharp, yo).compute_at(unsharp, yi).vectorize(x, lanes())
        for stage in (blur_y, ratio):
            stage.compute_at(unsharp, yi).vectorize(x, lanes())
    return unsharp, by_hand
