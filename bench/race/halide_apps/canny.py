"""Edges after Canny; each stage repeats the edge of what it reads."""
import halide as hl

from .pieces import func, lanes, real, x, xi, xo, y, yi, yo

KERNEL = ((2, 4, 5, 4, 2), (4, 9, 12, 9, 4), (5, 12, 15, 12, 5), (4, 9, 12, 9, 4), (2, 4, 5, 4, 2))
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1))   # across the edge, for each direction of the gradient


def program(img, lo, hi):
    picture = [hl.Range(img.dim(d).min(), img.dim(d).extent()) for d in (0, 1)]

    def repeated(stage):
        return hl.BoundaryConditions.repeat_edge(stage, picture)

    source = repeated(img)
    g = func("g", (x, y), sum(real(KERNEL[j][i]) * source[x + i - 2, y + j - 2] for j in range(5) for i in range(5))
             * real(1.0 / 159))
    s = repeated(g)
    gx = func("gx", (x, y), (s[x + 1, y - 1] + 2 * s[x + 1, y] + s[x + 1, y + 1])
              - (s[x - 1, y - 1] + 2 * s[x - 1, y] + s[x - 1, y + 1]))
    gy = func("gy", (x, y), (s[x - 1, y + 1] + 2 * s[x, y + 1] + s[x + 1, y + 1])
              - (s[x - 1, y - 1] + 2 * s[x, y - 1] + s[x + 1, y - 1]))
    mag = func("mag", (x, y), hl.sqrt(gx[x, y] * gx[x, y] + gy[x, y] * gy[x, y]))
    direction = func("dir", (x, y), _direction(gx[x, y], gy[x, y]))
    m = repeated(mag)
    nms = func("nms", (x, y), _crest(m, direction))
    cls = func("cls", (x, y), hl.select(nms[x, y] >= hi, hl.u8(2), nms[x, y] >= lo, hl.u8(1), hl.u8(0)))
    k = repeated(cls)
    edges = func("edges", (x, y), _followed(k))

    def by_hand():
        edges.tile(x, y, xo, yo, xi, yi, 512, 32).vectorize(xi, lanes(8)).parallel(yo)
        # Copies with their borders, so that the stencils read plain rows.
        for stage in (source, g, s, gx, gy, mag, m):
            stage.compute_at(edges, xo).vectorize(stage.args()[0], lanes())
        for stage in (cls, k):
            stage.compute_at(edges, xo).vectorize(stage.args()[0], lanes(8))
    return edges, by_hand


def _direction(gx, gy):
    """In steps of 45 degrees; the factors are the tangents of 22.5 and 67.5 degrees."""
    flat, steep = real(0.41421357) * hl.abs(gx), real(2.4142137) * hl.abs(gx)
    return hl.select(hl.abs(gy) <= flat, hl.u8(0), hl.abs(gy) >= steep, hl.u8(2), gx * gy > 0, hl.u8(1), hl.u8(3))


def _crest(mag, direction):
    """The length of the gradient where it is largest across the edge."""
    here = mag[x, y]
    kept = [hl.select((here > mag[x - i, y - j]) & (here >= mag[x + i, y + j]), here, real(0)) for i, j in STEPS]
    return hl.select(direction[x, y] == 0, kept[0], direction[x, y] == 1, kept[1], direction[x, y] == 2, kept[2], kept[3])


def _followed(cls):
    """Strong pixels, and weak ones next to a strong one."""
    strongest = cls[x, y]
    for j in (-1, 0, 1):
        for i in (-1, 0, 1):
            strongest = hl.max(strongest, cls[x + i, y + j])
    return hl.select((cls[x, y] == 2) | ((cls[x, y] == 1) & (strongest == 2)), hl.u8(255), hl.u8(0))
