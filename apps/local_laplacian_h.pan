# Local Laplacian filter: changes the local contrast of a 16-bit picture (red, green, blue) without halos. K copies of
# the gray picture, each bent around one brightness, have pyramids of J levels; a level of the result takes each pixel
# from the two copies next to its brightness. Beyond the border the picture's edge is repeated (Halide's version of
# Paris, Hasinoff and Kautz, SIGGRAPH 2011, with Aubry's fast variant).
pipeline local_laplacian_h

const J = 8
const K = 8
input img: u16(x, y, c)
param alpha: f32 = 1.0/(K-1)    # of the paper's alpha the (K-1)-th part
param beta: f32 = 1

define source(i, j, k) = f32(repeat_edge(img, img.x.min..img.x.max, img.y.min..img.y.max, _)(i, j, k)) / 65535

gray(x, y) = 0.299 * source(x, y, 0) + 0.587 * source(x, y, 1) + 0.114 * source(x, y, 2)

# A brightness counts in 256ths of the step from one copy to the next.
remap(i) = alpha * t * exp(-t * t / 2) with t = f32(i) / 256
G[0](x, y, k) = beta * (gray - level) + level + remap(clamp(i32(gray * (256 * (K-1))), 0, 256 * (K-1)) - 256 * k)
    with level = f32(k) * (1.0/(K-1))

# Down: each level is half as large as the one before; rows first, then columns. N is the gray picture itself.
define four(a, b, c, d) = (a + 3 * (b + c) + d) / 8
define down_y(f) = four(f(x, 2*y-1), f(x, 2*y), f(x, 2*y+1), f(x, 2*y+2))
define down_x(f) = four(f(2*x-1, y), f(2*x, y), f(2*x+1, y), f(2*x+2, y))
define each_down_y(f) = four(f(x, 2*y-1, k), f(x, 2*y, k), f(x, 2*y+1, k), f(x, 2*y+2, k))
define each_down_x(f) = four(f(2*x-1, y, k), f(2*x, y, k), f(2*x+1, y, k), f(2*x+2, y, k))

NY[1](x, y) = down_y(gray)
NY[l in 2..J-1](x, y) = down_y(N[l-1])
N[l in 1..J-1](x, y) = down_x(NY[l])
GY[l in 1..J-1](x, y, k) = each_down_y(G[l-1])
G[l in 1..J-1](x, y, k) = each_down_x(GY[l])

# Up: a quarter of one neighbour and three quarters of the other, in turns.
define share(i) = f32(i % 2 * 2 + 1) / 4
define up_y(f) = lerp(f(x, (y+1)/2), f(x, (y-1)/2), share(y))
define up_x(f) = lerp(f((x+1)/2, y), f((x-1)/2, y), share(x))
define each_up_y(f) = lerp(f(x, (y+1)/2, k), f(x, (y-1)/2, k), share(y))
define each_up_x(f) = lerp(f((x+1)/2, y, k), f((x-1)/2, y, k), share(x))

UY[l in 0..J-2](x, y, k) = each_up_y(G[l+1])
P[l in 0..J-2](x, y, k) = G[l](x, y, k) - each_up_x(UY[l])

# The Laplacian pyramid of the result, and the result's brightness from it.
define taken(f, v) = (1 - t) * f(x, y, i) + t * f(x, y, i + 1) with i = clamp(i32(v), 0, K-2), t = v - f32(i)

S[0](x, y) = taken(P[0], gray(x, y) * (K-1))
S[l in 1..J-2](x, y) = taken(P[l], N[l](x, y) * (K-1))
S[J-1](x, y) = taken(G[J-1], N[J-1](x, y) * (K-1))
OY[J-2](x, y) = up_y(S[J-1])
OY[l in 0..J-3](x, y) = up_y(O[l+1])
O[l in 0..J-2](x, y) = S[l](x, y) + up_x(OY[l])

output result(x, y, c) = u16(clamp(f32(img(x, y, c)) * (O[0](x, y) + 0.01) / (gray(x, y) + 0.01), 0, 65535))
estimate x = 1536, y = 2560, c = 3
