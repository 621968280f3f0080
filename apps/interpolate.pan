# Multiscale interpolation: fills the pixels without alpha from those that have it, over L scales. The channels are
# blue, green, red, alpha; the input has a frame of zeros, one pixel wide, and so has every stage (PolyMage's version
# of Halide's program).
pipeline interpolate

const L = 10
input img: f32(x, y, c)

# The last column and row of level l that is not frame.
define right(l)  = (img.x.max - 1) >> l
define bottom(l) = (img.y.max - 1) >> l

d[0](x, y, c) = img(x, y, c) * img(x, y, 3)
dy[l in 1..L-1](x, y, c) =
    case 1 <= x <= right(l-1) and 1 <= y <= bottom(l):
        (d[l-1](x, 2*y-2, c) + 2 * d[l-1](x, 2*y-1, c) + d[l-1](x, 2*y, c)) * 0.25
d[l in 1..L-1](x, y, c) =
    case 1 <= x <= right(l) and 1 <= y <= bottom(l):
        (dy[l](2*x-2, y, c) + 2 * dy[l](2*x-1, y, c) + dy[l](2*x, y, c)) * 0.25

# On the way up a level shines through where the finer one has no alpha.
define spread_y(f) = (f(x, (y+1)/2, c) + f(x, (y+2)/2, c)) / 2
define spread_x(f) = (f((x+1)/2, y, c) + f((x+2)/2, y, c)) / 2

uy[L-2](x, y, c) =
    case 1 <= x <= right(L-1) and 1 <= y <= bottom(L-2): spread_y(d[L-1])
uy[l in 0..L-3](x, y, c) =
    case 1 <= x <= right(l+1) and 1 <= y <= bottom(l): spread_y(u[l+1])
u[l in 0..L-2](x, y, c) =
    case 1 <= x <= right(l) and 1 <= y <= bottom(l): d[l](x, y, c) + (1 - d[l](x, y, 3)) * spread_x(uy[l])

output filled(x, y, c in 0..2) = u[0](x+1, y+1, c) / u[0](x+1, y+1, 3)
estimate x = 1536, y = 2560
