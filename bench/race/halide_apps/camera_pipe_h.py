"""Raw mosaic to a picture in red, green, blue, sharpened."""
import halide as hl

from .mosaic import demosaic, matrix, schedule_tile, tone
from .pieces import c, func, lanes, real, x, xi, xo, y, yi, yo


def program(raw, kelvin, contrast, gamma, black, white, strength):
    v, j = hl.Var("v"), hl.Var("j")
    shifted = func("shifted", (x, y), hl.i16(raw[x + 16, y + 12]))
    denoised = func("denoised", (x, y), hl.min(shifted[x, y], hl.max(shifted[x - 2, y], shifted[x + 2, y],
                                                                     shifted[x, y - 2], shifted[x, y + 2])))
    planes, halves = demosaic(denoised, lambda a, b: (a + b + 1) / 2)
    weights = func("matrix", (j, c), hl.i16(hl.mux(c, [hl.mux(j, [matrix(kelvin, plane, i) for i in range(4)])
                                                       for plane in range(3)])))
    mixed = hl.i32(weights[3, c]) + sum(hl.i32(weights[i, c]) * hl.i32(plane[x, y]) for i, plane in enumerate(planes))
    corrected = func("corrected", (x, y, c), hl.i16(mixed / 256))
    g = hl.pow(hl.clamp(hl.f32(v - black) * (1 / hl.f32(white - black)), real(0), real(1)), 1 / gamma)
    inside = hl.u8(hl.clamp(tone(g, contrast) * 255 + real(0.5), real(0), real(255)))
    curve = func("curve", (v,), hl.select(v <= black, hl.u8(0), v > white, hl.u8(255), inside))
    curved = func("curved", (x, y, c), curve[hl.i32(hl.clamp(corrected[x, y, c], hl.i16(0), hl.i16(1023)))])
    soft_y = func("soft_y", (x, y, c), _soft(curved[x, y - 1, c], curved[x, y, c], curved[x, y + 1, c]))
    soft_x = func("soft_x", (x, y, c), _soft(soft_y[x - 1, y, c], soft_y[x, y, c], soft_y[x + 1, y, c]))
    part = func("strength_32", (), hl.i32(hl.u8(strength * 32)))
    bright = hl.i32(curved[x, y, c])
    sharp = bright + (bright - hl.i32(soft_x[x, y, c])) * part[()] / 32
    processed = func("processed", (x, y, c), hl.u8(hl.clamp(sharp, 0, 255)))

    def by_hand():
        curve.compute_root().vectorize(v, lanes())
        weights.compute_root()
        part.compute_root()
        processed.bound(c, 0, 3).tile(x, y, xo, yo, xi, yi, 512, 32).reorder(xi, yi, c, xo, yo).parallel(yo)
        processed.vectorize(xi, lanes(16))
        curved.compute_at(processed, c).vectorize(x, lanes(16))
        soft_y.compute_at(processed, yi).vectorize(x, lanes(8))
        schedule_tile(processed, xo, denoised, halves, planes)
    return processed, by_hand


def _soft(a, b, d):
    """The weights 1, 2, 1; each mean rounds up."""
    return _mean(_mean(a, d), b)


def _mean(a, b):
    return hl.u8((hl.u16(a) + hl.u16(b) + 1) / 2)
