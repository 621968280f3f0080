"""Non-local means."""
import halide as hl

from .pieces import c, edges_repeated, func, lanes, real, x, y, yi, yo

HALF = 3   # of a patch, and of the window in which patches are compared


def program(img, sigma):
    dx, dy, source = hl.Var("dx"), hl.Var("dy"), edges_repeated(img)
    window = hl.RDom([(-HALF, 2 * HALF + 1), (-HALF, 2 * HALF + 1)])
    offsets = range(-HALF, HALF + 1)
    apart = func("d", (x, y, dx, dy), sum((source[x, y, p] - source[x + dx, y + dy, p])
                                          * (source[x, y, p] - source[x + dx, y + dy, p]) for p in range(3)))
    patch_y = func("patch_y", (x, y, dx, dy), sum(apart[x, y + i, dx, dy] for i in offsets))
    patch = func("patch", (x, y, dx, dy), sum(patch_y[x + i, y, dx, dy] for i in offsets))
    side = 2 * HALF + 1
    weight = func("weight", (x, y, dx, dy), hl.exp(patch[x, y, dx, dy] * (-1 / (sigma * sigma * side * side))))
    total, out = hl.Func("total"), hl.Func("denoised")
    weighed = hl.select(c == 3, real(1), source[x + window.x, y + window.y, hl.clamp(c, 0, 2)])
    total[x, y, c] = real(0)
    total[x, y, c] += weight[x, y, window.x, window.y] * weighed
    out[x, y, c] = hl.clamp(total[x, y, c] / total[x, y, 3], real(0), real(1))

    def by_hand():
        xo, xi = hl.Var("xo"), hl.Var("xi")
        # A copy with its border: plain loads below.
        source.compute_root().vectorize(source.args()[0], lanes())
        out.bound(c, 0, 3).tile(x, y, xo, yo, xi, yi, 64, 32).reorder(c, xi, yi, xo, yo).unroll(c)
        out.vectorize(xi, lanes()).parallel(yo)
        total.compute_at(out, xo).bound_extent(c, 4).vectorize(x, lanes())
        total.update().reorder(c, x, y, window.x, window.y).unroll(c).vectorize(x, lanes())
        # All of a tile's weights for one offset at a time.
        for stage in (apart, patch_y, weight):
            stage.compute_at(total, window.x).vectorize(x, lanes())
    return out, by_hand
