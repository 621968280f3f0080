"""Matrix product."""
import halide as hl

from .pieces import lanes, x, xi, xo, y, yi, yo


def program(a, b):
    k, product, out = hl.RDom([(0, a.width())]), hl.Func("prod"), hl.Func("c")
    product[x, y] = real_zero()
    product[x, y] += a[k, y] * b[x, k]
    out[x, y] = product[x, y]

    def by_hand():
        xii, yii, ki, ko = hl.Var("xii"), hl.Var("yii"), hl.RVar("ki"), hl.RVar("ko")
        width, height = 4 * lanes(), 6
        out.tile(x, y, xo, yo, xi, yi, 8 * width, 8 * height).tile(xi, yi, xii, yii, width, height)
        out.vectorize(xii, lanes()).unroll(xii).unroll(yii).parallel(yo)
        # A block of the result stays in registers while k runs over a part of the sum.
        product.compute_at(out, xo).vectorize(x, lanes())
        product.update().split(k.x, ko, ki, 256).tile(x, y, xi, yi, width, height)
        product.update().reorder(xi, yi, ki, x, y, ko).vectorize(xi, lanes()).unroll(xi).unroll(yi)
    return out, by_hand


def real_zero():
    return hl.f32(0)
