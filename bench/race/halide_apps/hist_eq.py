"""Histogram equalisation of the brightness."""
import halide as hl

from .pieces import c, func, lanes, real, strips, x, y, yi


def program(img):
    v, r = hl.Var("v"), hl.f32
    columns, lines = hl.RDom([(0, img.width())]), hl.RDom([(0, img.height())])
    bright = func("Y", (x, y), real(0.299) * r(img[x, y, 0]) + real(0.587) * r(img[x, y, 1]) + real(0.114) * r(img[x, y, 2]))
    cr = func("Cr", (x, y), (r(img[x, y, 0]) - bright[x, y]) * real(0.713) + 128)
    cb = func("Cb", (x, y), (r(img[x, y, 2]) - bright[x, y]) * real(0.564) + 128)
    # The same twice: one is stored for counting, the other computed where it is read.
    bin_, again = (func(name, (x, y), hl.i32(hl.clamp(bright[x, y], real(0), real(255)))) for name in ("bin", "again"))
    rows, histogram, cdf = hl.Func("rows"), hl.Func("histogram"), hl.Func("cdf")
    rows[v, y] = 0
    rows[hl.clamp(bin_[columns, y], 0, 255), y] += 1
    histogram[v] = 0
    histogram[v] += rows[v, lines]
    steps = hl.RDom([(1, 255)])
    cdf[v] = histogram[v]
    cdf[steps.x] += cdf[steps.x - 1]
    eq = func("eq", (x, y), hl.clamp(r(cdf[hl.clamp(again[x, y], 0, 255)]) * (real(255) / r(img.width() * img.height())),
                                     real(0), real(255)))
    value = hl.select(c == 0, eq[x, y] + (cr[x, y] - 128) * real(1.4),
                      c == 1, eq[x, y] - real(0.343) * (cb[x, y] - 128) - real(0.711) * (cr[x, y] - 128),
                      eq[x, y] + real(1.765) * (cb[x, y] - 128))
    out = func("equalised", (x, y, c), hl.u8(hl.clamp(value, real(0), real(255))))

    def by_hand():
        rows.compute_root().vectorize(v, lanes()).parallel(y, 16).update().parallel(y, 16)
        bin_.compute_at(rows, y).vectorize(x, lanes())
        histogram.compute_root().vectorize(v, lanes()).update().reorder(v, lines.x).vectorize(v, lanes())
        cdf.compute_root()
        out.bound(c, 0, 3).reorder(c, x, y).unroll(c)
        strips(out, 32)
        for stage in (eq, cr, cb):
            stage.compute_at(out, yi).vectorize(x, lanes())
    return out, by_hand
