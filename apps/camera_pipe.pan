# Raw Bayer mosaic (10 bits; the first row starts green, red) to an 8-bit picture with the planes blue, green, red:
# hot pixels are suppressed, the missing colours of each pixel interpolated along the smaller difference, then come a
# colour matrix for the light and a tone curve. No border: a margin of the mosaic, 16 columns and 12 rows before the
# picture, is only read (PolyMage's version of Adams, Levoy et al., "The Frankencamera", SIGGRAPH 2010).
pipeline camera_pipe

input raw: i16(x, y)
param kelvin: f32 = 3700 in 1000..20000
param contrast: f32 = 50 in 0..100
param gamma: f32 = 2 in 0.1..10

# With 10-bit values no sum below leaves 16 bits.
define average(a, b) = quo(a + b, 2)
define apart(a, b)   = abs(a - b)
define highest(a, b, c, d) = max(max(a, b), max(c, d))
define lowest(a, b, c, d)  = min(min(a, b), min(c, d))

denoised(x, y) = max(lowest(left, right, above, below), min(highest(left, right, above, below), raw(x, y)))
    with left = raw(x-2, y), right = raw(x+2, y), above = raw(x, y-2), below = raw(x, y+2)

# The four kinds of pixels, each at half the resolution. A name 'c_s' is the colour c at the site s; the two green
# sites are those in rows with red and in rows with blue.
deinterleaved(x, y, k) =
    case k == 0: denoised(2*x, 2*y)
    case k == 1: denoised(2*x+1, 2*y)
    case k == 2: denoised(2*x, 2*y+1)
    case k == 3: denoised(2*x+1, 2*y+1)
g_gr(x, y) = deinterleaved(x, y, 0)
r_r(x, y)  = deinterleaved(x, y, 1)
b_b(x, y)  = deinterleaved(x, y, 2)
g_gb(x, y) = deinterleaved(x, y, 3)

g_r(x, y) = select(apart(g_gr(x+1, y), g_gr) < apart(g_gb(x, y-1), g_gb),
                   average(g_gr(x+1, y), g_gr), average(g_gb(x, y-1), g_gb))
g_b(x, y) = select(apart(g_gb(x-1, y), g_gb) < apart(g_gr(x, y+1), g_gr),
                   average(g_gb(x-1, y), g_gb), average(g_gr(x, y+1), g_gr))

# A colour follows the green of its site as it does at the neighbours that have it.
define along(green, f, g, ax, ay, bx, by) = green - average(g(ax, ay), g(bx, by)) + average(f(ax, ay), f(bx, by))

r_gr(x, y) = along(g_gr(x, y), r_r, g_r, x, y, x-1, y)
b_gr(x, y) = along(g_gr(x, y), b_b, g_b, x, y, x, y-1)
r_gb(x, y) = along(g_gb(x, y), r_r, g_r, x, y, x, y+1)
b_gb(x, y) = along(g_gb(x, y), b_b, g_b, x, y, x+1, y)
r_b(x, y)  = select(apart(r_r(x, y), r_r(x-1, y+1)) < apart(r_r(x-1, y), r_r(x, y+1)),
                    along(g_b(x, y), r_r, g_r, x, y, x-1, y+1), along(g_b(x, y), r_r, g_r, x-1, y, x, y+1))
b_r(x, y)  = select(apart(b_b(x, y), b_b(x+1, y-1)) < apart(b_b(x+1, y), b_b(x, y-1)),
                    along(g_r(x, y), b_b, g_b, x, y, x+1, y-1), along(g_r(x, y), b_b, g_b, x+1, y, x, y-1))

define columns(even, odd) = select(x % 2 == 0, even(x/2, y), odd(x/2, y))
define rows(even, odd)    = select(y % 2 == 0, even(x, y/2), odd(x, y/2))

red_even(x, y)   = columns(r_gr, r_r)
red_odd(x, y)    = columns(r_b, r_gb)
green_even(x, y) = columns(g_gr, g_r)
green_odd(x, y)  = columns(g_b, g_gb)
blue_even(x, y)  = columns(b_gr, b_r)
blue_odd(x, y)   = columns(b_b, b_gb)
red(x, y)   = rows(red_even, red_odd)
green(x, y) = rows(green_even, green_odd)
blue(x, y)  = rows(blue_even, blue_odd)

# The matrices for light of 3200 and 7000 kelvin, mixed by the reciprocal of the temperature. Column j is the factor
# of red, green, blue, or what is added; plane 2 is red.
define row(j, a, b, c, d) = select(j == 0, a, j == 1, b, j == 2, c, d)
matrix(j, c): i32 = i32((at_3200 * alpha + at_7000 * (1 - alpha)) * 256)
    with alpha   = (1 / kelvin - 0.0003125) / -0.000169642857143,
         at_3200 = select(c == 2, row(j, 1.6697, -0.2693, -0.4004, -42.4346),
                          c == 1, row(j, -0.3576, 1.0615, 1.5949, -37.1158),
                                  row(j, -0.2175, -1.8751, 6.9640, -26.6970)),
         at_7000 = select(c == 2, row(j, 2.2997, -0.4478, 0.1706, -39.0923),
                          c == 1, row(j, -0.3826, 1.5906, -0.2080, -25.4311),
                                  row(j, -0.0888, -0.7344, 2.2832, -20.0826))

corrected(x, y, c) = i16(quo(matrix(3, c) + matrix(0, c) * red + matrix(1, c) * green + matrix(2, c) * blue, 256))

# Gamma, then a curve through (0, 0), (0.5, 0.5) and (1, 1) that is steeper in the middle.
curve(v) = u8(clamp(z * 256, 0, 255))
    with g = pow(clamp(f32(v) / 1024, 0, 1), 1 / gamma),
         b = 2 - pow(2, contrast / 100),
         a = 2 - 2 * b,
         z = select(g > 0.5, 1 - (a * (1 - g) * (1 - g) + b * (1 - g)), a * g * g + b * g)

output processed(x, y, c in 0..2) = curve(corrected(x+16, y+12, c))
estimate x = 2528, y = 1920
