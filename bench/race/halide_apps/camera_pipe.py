"""Raw mosaic to a picture in blue, green, red."""
import halide as hl

from .mosaic import demosaic, matrix, schedule_tile, tone
from .pieces import c, func, lanes, real, x, xi, xo, y, yi, yo


def program(raw, kelvin, contrast, gamma):
    v, j = hl.Var("v"), hl.Var("j")
    around = [raw[x - 2, y], raw[x + 2, y], raw[x, y - 2], raw[x, y + 2]]
    denoised = func("denoised", (x, y), hl.max(hl.min(*around), hl.min(hl.max(*around), raw[x, y])))
    planes, halves = demosaic(denoised, lambda a, b: (a + b) / 2)
    # Plane 2 is red, the first row of the matrices.
    weights = func("matrix", (j, c), hl.i32(hl.mux(c, [hl.mux(j, [matrix(kelvin, 2 - plane, i) for i in range(4)])
                                                       for plane in range(3)])))
    mixed = weights[3, c] + sum(weights[i, c] * hl.i32(plane[x, y]) for i, plane in enumerate(planes))
    corrected = func("corrected", (x, y, c), hl.i16(hl.div_round_to_zero(mixed, 256)))
    g = hl.pow(hl.clamp(hl.f32(v) / 1024, real(0), real(1)), 1 / gamma)
    curve = func("curve", (v,), hl.u8(hl.clamp(tone(g, contrast) * 256, real(0), real(255))))
    processed = func("processed", (x, y, c), curve[hl.i32(corrected[x + 16, y + 12, c])])

    def by_hand():
        curve.compute_root().vectorize(v, lanes()).parallel(v, 4096)
        weights.compute_root()
        processed.bound(c, 0, 3).tile(x, y, xo, yo, xi, yi, 512, 32).reorder(xi, yi, c, xo, yo).parallel(yo)
        processed.vectorize(xi, lanes(16))
        schedule_tile(processed, xo, denoised, halves, planes)
    return processed, by_hand
