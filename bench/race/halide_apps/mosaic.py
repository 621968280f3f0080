"""The colours of a Bayer mosaic, for both versions of the camera: names are 'c_s' for the colour c at the site s."""
import halide as hl

from .pieces import func, lanes, x, y

M3200 = ((1.6697, -0.2693, -0.4004, -42.4346), (-0.3576, 1.0615, 1.5949, -37.1158), (-0.2175, -1.8751, 6.9640, -26.6970))
M7000 = ((2.2997, -0.4478, 0.1706, -39.0923), (-0.3826, 1.5906, -0.2080, -25.4311), (-0.0888, -0.7344, 2.2832, -20.0826))


def demosaic(denoised, average):
    """([red, green, blue], stages at half resolution that are worth storing)."""
    k = hl.Var("k")
    sites = func("deinterleaved", (x, y, k), hl.mux(k, [denoised[2 * x, 2 * y], denoised[2 * x + 1, 2 * y],
                                                         denoised[2 * x, 2 * y + 1], denoised[2 * x + 1, 2 * y + 1]]))
    g_gr, r_r, b_b, g_gb = (func(name, (x, y), sites[x, y, i]) for i, name in enumerate(("g_gr", "r_r", "b_b", "g_gb")))

    def smoother(name, f, f_at, g, g_at):
        """The mean of the pair that differs less."""
        pairs = [(f[x, y], f[f_at]), (g[x, y], g[g_at])]
        return func(name, (x, y), hl.select(_apart(*pairs[0]) < _apart(*pairs[1]), average(*pairs[0]), average(*pairs[1])))

    g_r = smoother("g_r", g_gr, (x + 1, y), g_gb, (x, y - 1))
    g_b = smoother("g_b", g_gb, (x - 1, y), g_gr, (x, y + 1))

    def along(green, f, g, a, b):
        """A colour follows the green of its site as it does at the neighbours a and b that have it."""
        return green[x, y] - average(g[a], g[b]) + average(f[a], f[b])

    def diagonal(name, green, f, g, falling, rising):
        closer = _apart(f[falling[0]], f[falling[1]]) < _apart(f[rising[0]], f[rising[1]])
        return func(name, (x, y), hl.select(closer, along(green, f, g, *falling), along(green, f, g, *rising)))

    here = (x, y)
    r_gr = func("r_gr", here, along(g_gr, r_r, g_r, here, (x - 1, y)))
    b_gr = func("b_gr", here, along(g_gr, b_b, g_b, here, (x, y - 1)))
    r_gb = func("r_gb", here, along(g_gb, r_r, g_r, here, (x, y + 1)))
    b_gb = func("b_gb", here, along(g_gb, b_b, g_b, here, (x + 1, y)))
    r_b = diagonal("r_b", g_b, r_r, g_r, (here, (x - 1, y + 1)), ((x - 1, y), (x, y + 1)))
    b_r = diagonal("b_r", g_r, b_b, g_b, (here, (x + 1, y - 1)), ((x + 1, y), (x, y - 1)))
    planes = [_interleaved(name, four) for name, four in (("red", (r_gr, r_r, r_b, r_gb)), ("green", (g_gr, g_r, g_b, g_gb)),
                                                          ("blue", (b_gr, b_r, b_b, b_gb)))]
    return planes, [g_gr, r_r, b_b, g_gb, g_r, g_b, r_gr, b_gr, r_gb, b_gb, r_b, b_r]


def _apart(a, b):
    """Without the change of type that Halide's absd has."""
    return hl.abs(hl.i32(a) - hl.i32(b))


def _interleaved(name, four):
    even_even, odd_even, even_odd, odd_odd = (hl.Expr(f[x / 2, y / 2]) for f in four)
    return func(name, (x, y), hl.select(y % 2 == 0, hl.select(x % 2 == 0, even_even, odd_even),
                                        hl.select(x % 2 == 0, even_odd, odd_odd)))


def matrix(kelvin, row, column):
    """In 256ths, as an expression of the row of M3200 and M7000, which are mixed by the reciprocal of the temperature."""
    alpha = (1 / kelvin - hl.f32(0.0003125)) / hl.f32(-0.000169642857143)
    return (hl.f32(M3200[row][column]) * alpha + hl.f32(M7000[row][column]) * (1 - alpha)) * 256


def tone(g, contrast):
    """A curve through (0, 0), (0.5, 0.5) and (1, 1) that is steeper in the middle."""
    b = 2 - hl.pow(hl.f32(2), contrast / 100)
    a = 2 - 2 * b
    return hl.select(g > hl.f32(0.5), 1 - (a * (1 - g) * (1 - g) + b * (1 - g)), a * g * g + b * g)


def schedule_tile(consumer, loop, denoised, halves, planes):
    """All up to the full planes for one tile of the consumer."""
    denoised.compute_at(consumer, loop).vectorize(x, lanes(16))
    for stage in halves:
        stage.compute_at(consumer, loop).vectorize(x, lanes(16))
    for stage in planes:
        # Even and odd pixels have formulas of their own: neither is computed for the other.
        stage.compute_at(consumer, loop).align_bounds(x, 2).align_bounds(y, 2)
        pair = hl.Var("pair")
        stage.split(x, x, pair, 2).reorder(pair, x, y).unroll(pair).vectorize(x, lanes(16)).unroll(y, 2)
