# The last group of pyramid blending: both Laplacians of the finest level, their blend, and the picture. Even and odd
# pixels of an expanded picture have weights of their own.
pipeline pyramid_blend_top

input a0: f32(x, y, c)
input b0: f32(x, y, c)
input m0: f32(x, y)
input a1: f32(x, y, c)
input b1: f32(x, y, c)
input o1: f32(x, y, c)

define even(p, q, r) = (p + 6 * q + r) * 0.125
define odd(p, q)     = (4 * p + 4 * q) * 0.125
define rows(f) = select(y % 2 == 0, even(f(x, y/2-1, c), f(x, y/2, c), f(x, y/2+1, c)), odd(f(x, y/2, c), f(x, (y+1)/2, c)))
define columns(f) = select(x % 2 == 0, even(f(x/2-1, y, c), f(x/2, y, c), f(x/2+1, y, c)), odd(f(x/2, y, c), f((x+1)/2, y, c)))

Ux_0_img1(x, y, c) = rows(a1)
Ux_0_img2(x, y, c) = rows(b1)
blend_x(x, y, c)   = rows(o1)
Uy_0_img1(x, y, c) = a0 - columns(Ux_0_img1)
Uy_0_img2(x, y, c) = b0 - columns(Ux_0_img2)
Res_0(x, y, c)     = Uy_0_img1 * m0(x, y) + Uy_0_img2 * (1 - m0(x, y))
output blend(x, y, c) = Res_0 + columns(blend_x)
