"""The highest value within a disc of radius 26."""
import halide as hl

from .pieces import c, edges_repeated, lanes, real, task, x, xi, xo, y

RADIUS = 26
SLICES = 6


def program(img):
    t, i, s, source = hl.Var("t"), hl.Var("i"), hl.Var("s"), edges_repeated(img)
    # Slice s at y is the maximum of the rows y .. y + 2^s - 1, from two of half the height.
    rows = hl.RDom([(-RADIUS, img.height() + RADIUS), (1, SLICES - 1)])
    slices = hl.Func("V")
    slices[x, y, c, s] = source[x, y, c]
    half = hl.clamp(1 << (rows.y - 1), 0, 2 * RADIUS)
    slices[x, rows.x, c, rows.y] = hl.max(slices[x, rows.x, c, rows.y - 1], slices[x, rows.x + half, c, rows.y - 1])
    # The rows y-t .. y+t are two slices that overlap: those of the power of two below 2t+1.
    which, column = hl.Func("slice"), hl.Func("W")
    which[t] = hl.i32(hl.floor(hl.log(hl.f32(2 * t + 1)) / real(0.693147)))
    found = hl.clamp(which[t], 0, SLICES - 1)
    height = hl.clamp(1 << found, 0, 2 * RADIUS)
    column[x, y, c, t] = hl.max(slices[x, y - t, c, found], slices[x, y + t + 1 - height, c, found])
    reach, highest = hl.Func("reach"), hl.Func("highest")
    down = hl.RDom([(0, RADIUS + 1)])
    inside = hl.f32(i * i + down.x * down.x) < real((RADIUS + 0.25) ** 2)
    reach[i] = hl.clamp(hl.sum(hl.select(inside, 1, 0)), 0, RADIUS + 1)
    columns = hl.RDom([(-RADIUS, 2 * RADIUS + 1)])
    best = hl.Func("best")
    best[x, y, c] = real(0)
    best[x, y, c] = hl.max(best[x, y, c], column[x + columns.x, y, c, hl.clamp(reach[columns.x], 0, RADIUS + 1)])
    highest[x, y, c] = best[x, y, c]

    def by_hand():
        which.compute_root()
        reach.compute_root()
        # Strips of columns: the slices of one strip are computed over its whole height.
        highest.split(x, xo, xi, 8 * lanes()).reorder(xi, y, xo, c).vectorize(xi, lanes())
        highest.fuse(xo, c, task).parallel(task)
        slices.compute_at(highest, task).reorder(x, s, y, c).vectorize(x, lanes())
        slices.update().reorder(x, rows.x, rows.y).vectorize(x, lanes())
        best.compute_at(highest, y).vectorize(x, lanes()).unroll(x)
        best.update().reorder(x, columns.x).vectorize(x, lanes()).unroll(x)
    return highest, by_hand
