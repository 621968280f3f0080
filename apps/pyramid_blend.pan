# Blends two pictures along a mask: their Laplacian pyramids of L levels are mixed by the Gaussian pyramid of the mask
# and put together again. No border: the inputs are larger than the result, for 4 levels by 31 pixels before and 29
# behind it (PolyMage's version of Burt and Adelson, "A multiresolution spline", 1983).
pipeline pyramid_blend

const L = 4
input img1: f32(x, y, c)
input img2: f32(x, y, c)
input mask: f32(x, y)

# Down: each level is half as large as the one before; rows first, then columns. A family's members are the levels.
define five(a, b, c, d, e) = (a + 4 * b + 6 * c + 4 * d + e) * 0.0625
define down_y(f) = five(f(x, 2*y-2, c), f(x, 2*y-1, c), f(x, 2*y, c), f(x, 2*y+1, c), f(x, 2*y+2, c))
define down_x(f) = five(f(2*x-2, y, c), f(2*x-1, y, c), f(2*x, y, c), f(2*x+1, y, c), f(2*x+2, y, c))
define mask_down_y(f) = five(f(x, 2*y-2), f(x, 2*y-1), f(x, 2*y), f(x, 2*y+1), f(x, 2*y+2))
define mask_down_x(f) = five(f(2*x-2, y), f(2*x-1, y), f(2*x, y), f(2*x+1, y), f(2*x+2, y))

Y1[1](x, y, c) = down_y(img1)
Y2[1](x, y, c) = down_y(img2)
YM[1](x, y)    = mask_down_y(mask)
Y1[l in 2..L-1](x, y, c) = down_y(G1[l-1])
Y2[l in 2..L-1](x, y, c) = down_y(G2[l-1])
YM[l in 2..L-1](x, y)    = mask_down_y(GM[l-1])
G1[l in 1..L-1](x, y, c) = down_x(Y1[l])
G2[l in 1..L-1](x, y, c) = down_x(Y2[l])
GM[l in 1..L-1](x, y)    = mask_down_x(YM[l])

# Up: even and odd pixels have weights of their own. The values are those at column i and row j.
define even(a, b, c) = (a + 6 * b + c) * 0.125
define odd(a, b)     = (4 * a + 4 * b) * 0.125
define up_y(f, i, j) =
    select(j % 2 == 0, even(f(i, j/2-1, c), f(i, j/2, c), f(i, j/2+1, c)), odd(f(i, j/2, c), f(i, j/2+1, c)))
define up_x(f, i, j) =
    select(i % 2 == 0, even(f(i/2-1, j, c), f(i/2, j, c), f(i/2+1, j, c)), odd(f(i/2, j, c), f(i/2+1, j, c)))

U1[l in 0..L-2](x, y, c) = up_y(G1[l+1], x, y)
U2[l in 0..L-2](x, y, c) = up_y(G2[l+1], x, y)
P1[0](x, y, c) = img1 - up_x(U1[0], x, y)
P2[0](x, y, c) = img2 - up_x(U2[0], x, y)
P1[l in 1..L-2](x, y, c) = G1[l](x, y, c) - up_x(U1[l], x, y)
P2[l in 1..L-2](x, y, c) = G2[l](x, y, c) - up_x(U2[l], x, y)

# Both pyramids mixed, and from the coarsest level on added up. The first pixel that the inputs have enough around is
# pixel 0 of the result.
define mixed(a, b, m) = a * m + b * (1 - m)
define first = (1 << (L + 1)) - 1

S[0](x, y, c) = mixed(P1[0](x, y, c), P2[0](x, y, c), mask(x, y))
S[l in 1..L-2](x, y, c) = mixed(P1[l](x, y, c), P2[l](x, y, c), GM[l](x, y))
S[L-1](x, y, c) = mixed(G1[L-1](x, y, c), G2[L-1](x, y, c), GM[L-1](x, y))
UO[L-2](x, y, c) = up_y(S[L-1], x, y)
UO[l in 0..L-3](x, y, c) = up_y(O[l+1], x, y)
O[l in 1..L-2](x, y, c) = S[l](x, y, c) + up_x(UO[l], x, y)
output blended(x, y, c) = S[0](x+first, y+first, c) + up_x(UO[0], x+first, y+first)
estimate x = 3840, y = 2160, c = 3
