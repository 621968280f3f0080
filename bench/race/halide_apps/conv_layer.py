"""3x3 convolution of all channels, bias, ReLU."""
import halide as hl

from .pieces import c, lanes, task, x, y


def program(img, weights, bias):
    n, conv, relu = hl.Var("n"), hl.Func("conv"), hl.Func("relu")
    r = hl.RDom([(0, 3), (0, 3), (0, img.dim(2).extent())])
    conv[x, y, c, n] = bias[c]
    conv[x, y, c, n] += weights[r.x, r.y, r.z, c] * img[x + r.x, y + r.y, r.z, n]
    relu[x, y, c, n] = hl.max(hl.f32(0), conv[x, y, c, n])

    def by_hand():
        co, ci, xo, xi = hl.Var("co"), hl.Var("ci"), hl.Var("xo"), hl.Var("xi")
        width = 4 * lanes()
        relu.split(c, co, ci, 4).split(x, xo, xi, width).reorder(xi, ci, xo, y, co, n)
        relu.vectorize(xi, lanes()).unroll(xi).unroll(ci).fuse(co, n, task).parallel(task)
        # Four vectors of four channels each: the sums of such a block stay in registers.
        conv.compute_at(relu, xo).vectorize(x, lanes()).unroll(x).unroll(c)
        conv.update().reorder(x, c, r.x, r.y, r.z, y, n).vectorize(x, lanes()).unroll(x).unroll(c)
        conv.update().unroll(r.x).unroll(r.y)
    return relu, by_hand
