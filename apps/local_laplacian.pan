# Local Laplacian filter: changes the local contrast of a 16-bit picture (blue, green, red) without halos. K copies of
# the gray picture, each bent around one brightness, have pyramids of J levels; a level of the result takes each pixel
# from the two copies next to its brightness. The input has a frame of zeros, two pixels wide (PolyMage's version of
# Paris, Hasinoff and Kautz, SIGGRAPH 2011, with Aubry's fast variant).
pipeline local_laplacian

const J = 8
const K = 8
input img: u16(x, y, c)
param alpha: f32 = 1.0/(K-1)    # of the paper's alpha the (K-1)-th part
param beta: f32 = 1

# The last column and row of level l that is not frame; the frame of a stage is zero unless it is said otherwise.
define right(l)  = ((img.x.max - 3) >> l) + 1
define bottom(l) = ((img.y.max - 3) >> l) + 1

gray(x, y) = (0.299 * img(x, y, 2) + 0.587 * img(x, y, 1) + 0.114 * img(x, y, 0)) / 65535

# A brightness counts in 256ths of the step from one copy to the next.
remap(i) = alpha * t * exp(-t * t / 2) with t = f32(i) / 256
G[0](x, y, k) = beta * (gray - level) + level + remap(clamp(i32(gray * (256 * (K-1))), 0, 256 * (K-1)) - 256 * k)
    with level = f32(k) * (1.0/(K-1))

# Down: each level is half as large as the one before; rows first, then columns. N is the gray picture itself.
define four(a, b, c, d) = (a + 3 * b + 3 * c + d) * 0.125
define down_y(f) = four(f(x, 2*y-3), f(x, 2*y-2), f(x, 2*y-1), f(x, 2*y))
define down_x(f) = four(f(2*x-3, y), f(2*x-2, y), f(2*x-1, y), f(2*x, y))
define each_down_y(f) = four(f(x, 2*y-3, k), f(x, 2*y-2, k), f(x, 2*y-1, k), f(x, 2*y, k))
define each_down_x(f) = four(f(2*x-3, y, k), f(2*x-2, y, k), f(2*x-1, y, k), f(2*x, y, k))

NY[1](x, y) =
    case 2 <= x <= right(0) and 2 <= y <= bottom(1): down_y(gray)
NY[l in 2..J-1](x, y) =
    case 2 <= x <= right(l-1) and 2 <= y <= bottom(l): down_y(N[l-1])
N[l in 1..J-1](x, y) =
    case 2 <= x <= right(l) and 2 <= y <= bottom(l): down_x(NY[l])
GY[l in 1..J-1](x, y, k) =
    case 2 <= x <= right(l-1) and 2 <= y <= bottom(l): each_down_y(G[l-1])
G[l in 1..J-1](x, y, k) =
    case 2 <= x <= right(l) and 2 <= y <= bottom(l): each_down_x(GY[l])

# Up: three quarters of the pixel above, and a quarter of its neighbour on the side of the new one.
define up_y(f) = 0.25 * select(y % 2 == 0, f(x, y/2), f(x, y/2+2)) + 0.75 * f(x, y/2+1)
define up_x(f) = 0.25 * select(x % 2 == 0, f(x/2, y), f(x/2+2, y)) + 0.75 * f(x/2+1, y)
define each_up_y(f) = 0.25 * select(y % 2 == 0, f(x, y/2, k), f(x, y/2+2, k)) + 0.75 * f(x, y/2+1, k)
define each_up_x(f) = 0.25 * select(x % 2 == 0, f(x/2, y, k), f(x/2+2, y, k)) + 0.75 * f(x/2+1, y, k)

UY[l in 0..J-2](x, y, k) =
    case 2 <= x <= right(l+1) and 2 <= y <= bottom(l): each_up_y(G[l+1])
P[l in 0..J-2](x, y, k) =
    case 2 <= x <= right(l) and 2 <= y <= bottom(l): G[l](x, y, k) - each_up_x(UY[l])

# The Laplacian pyramid of the result, and the result's brightness from it.
define taken(f, v) = (1 - t) * f(x, y, i) + t * f(x, y, i + 1) with i = clamp(i32(v), 0, K-2), t = v - f32(i)

S[0](x, y) = taken(P[0], gray(x, y) * (K-1))
S[l in 1..J-2](x, y) = taken(P[l], N[l](x, y) * (K-1))
S[J-1](x, y) = taken(G[J-1], N[J-1](x, y) * (K-1))
OY[J-2](x, y) =
    case 2 <= x <= right(J-1) and 2 <= y <= bottom(J-2): up_y(S[J-1])
OY[l in 0..J-3](x, y) =
    case 2 <= x <= right(l+1) and 2 <= y <= bottom(l): up_y(O[l+1])
O[l in 0..J-2](x, y) =
    case 2 <= x <= right(l) and 2 <= y <= bottom(l): S[l](x, y) + up_x(OY[l])

output result(x, y, c) = u16(clamp(O[0](i, j) * (f32(img(i, j, c)) / 65535 + 0.01) / (gray(i, j) + 0.01), 0, 1) * 65535)
    with i = x + 2, j = y + 2
estimate x = 1536, y = 2560, c = 3
