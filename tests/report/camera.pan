# The stencils of the camera pipeline, as they form one group; colours and the curve are stand-ins.
pipeline camera

input raw: i16(x, y)

define average(a, b) = (a + b) / 2
define apart(a, b)   = abs(a - b)
define highest(a, b, c, d) = max(max(a, b), max(c, d))
define lowest(a, b, c, d)  = min(min(a, b), min(c, d))

denoised(x, y) = max(lowest(raw(x-2, y), raw(x+2, y), raw(x, y-2), raw(x, y+2)),
                     min(highest(raw(x-2, y), raw(x+2, y), raw(x, y-2), raw(x, y+2)), raw(x, y)))
deinterleaved(x, y, k) =
    case k == 0: denoised(2*x, 2*y)
    case k == 1: denoised(2*x+1, 2*y)
    case k == 2: denoised(2*x, 2*y+1)
    case k == 3: denoised(2*x+1, 2*y+1)
g_gr(x, y) = deinterleaved(x, y, 0)
r_r(x, y)  = deinterleaved(x, y, 1)
b_b(x, y)  = deinterleaved(x, y, 2)
g_gb(x, y) = deinterleaved(x, y, 3)
g_r(x, y) = select(apart(g_gr(x+1, y), g_gr(x, y)) < apart(g_gb(x, y-1), g_gb(x, y)),
                   average(g_gr(x+1, y), g_gr(x, y)), average(g_gb(x, y-1), g_gb(x, y)))
g_b(x, y) = select(apart(g_gb(x-1, y), g_gb(x, y)) < apart(g_gr(x, y+1), g_gr(x, y)),
                   average(g_gb(x-1, y), g_gb(x, y)), average(g_gr(x, y+1), g_gr(x, y)))
r_gr(x, y) = g_gr(x, y) - average(g_r(x, y), g_r(x-1, y)) + average(r_r(x-1, y), r_r(x, y))
b_gr(x, y) = g_gr(x, y) - average(g_b(x, y), g_b(x, y-1)) + average(b_b(x, y), b_b(x, y-1))
r_gb(x, y) = g_gb(x, y) - average(g_r(x, y), g_r(x, y+1)) + average(r_r(x, y), r_r(x, y+1))
b_gb(x, y) = g_gb(x, y) - average(g_b(x, y), g_b(x+1, y)) + average(b_b(x, y), b_b(x+1, y))
r_b(x, y) = select(apart(r_r(x, y), r_r(x-1, y+1)) < apart(r_r(x-1, y), r_r(x, y+1)),
                   g_b(x, y) - average(g_r(x, y), g_r(x-1, y+1)) + average(r_r(x, y), r_r(x-1, y+1)),
                   g_b(x, y) - average(g_r(x-1, y), g_r(x, y+1)) + average(r_r(x-1, y), r_r(x, y+1)))
b_r(x, y) = select(apart(b_b(x, y), b_b(x+1, y-1)) < apart(b_b(x+1, y), b_b(x, y-1)),
                   g_r(x, y) - average(g_b(x, y), g_b(x+1, y-1)) + average(b_b(x, y), b_b(x+1, y-1)),
                   g_r(x, y) - average(g_b(x+1, y), g_b(x, y-1)) + average(b_b(x+1, y), b_b(x, y-1)))
redX1(x, y)   = select(x % 2 == 0, r_gr(x/2, y), r_r(x/2, y))
redX2(x, y)   = select(x % 2 == 0, r_b(x/2, y), r_gb(x/2, y))
greenX1(x, y) = select(x % 2 == 0, g_gr(x/2, y), g_r(x/2, y))
greenX2(x, y) = select(x % 2 == 0, g_b(x/2, y), g_gb(x/2, y))
blueX1(x, y)  = select(x % 2 == 0, b_gr(x/2, y), b_r(x/2, y))
blueX2(x, y)  = select(x % 2 == 0, b_b(x/2, y), b_gb(x/2, y))
red(x, y)   = select(y % 2 == 0, redX1(x, y/2), redX2(x, y/2))
green(x, y) = select(y % 2 == 0, greenX1(x, y/2), greenX2(x, y/2))
blue(x, y)  = select(y % 2 == 0, blueX1(x, y/2), blueX2(x, y/2))
corrected(x, y, c) = red(x, y) + green(x, y) + blue(x, y) + i16(c)
output processed(x, y, c) = u8(clamp(corrected, 0, 255))
