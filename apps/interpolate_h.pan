# Multiscale interpolation: fills the pixels without alpha from those that have it, over L scales. The channels are
# red, green, blue, alpha. Beyond the border the picture's edge is repeated (Halide's version).
pipeline interpolate_h

const L = 10
input img: f32(x, y, c)

define source(i, j, k) = repeat_edge(img, img.x.min..img.x.max, img.y.min..img.y.max, _)(i, j, k)
define down_y(f) = (f(x, 2*y-1, c) + 2 * f(x, 2*y, c) + f(x, 2*y+1, c)) * 0.25
define down_x(f) = (f(2*x-1, y, c) + 2 * f(2*x, y, c) + f(2*x+1, y, c)) * 0.25
define up_y(f) = (f(x, y/2, c) + f(x, (y+1)/2, c)) / 2
define up_x(f) = (f(x/2, y, c) + f((x+1)/2, y, c)) / 2

d[0](x, y, c) =
    case c <= 2: source(x, y, c) * source(x, y, 3)
    otherwise: source(x, y, 3)
# What the coarse levels need of the fine ones doubles with each level; so level 3 ends a little beyond the picture.
dy[l in 1..min(3, L-1)](x, y, c) = down_y(d[l-1])
dy[l in 4..min(4, L-1)](x, y, c) = down_y(repeat_edge(d[l-1], 0..img.x.extent/8, 0..img.y.extent/8, _))
dy[l in 5..L-1](x, y, c) = down_y(d[l-1])
d[l in 1..L-1](x, y, c) = down_x(dy[l])

# On the way up a level shines through where the finer one has no alpha.
uy[L-2](x, y, c) = up_y(d[L-1])
uy[l in 0..L-3](x, y, c) = up_y(u[l+1])
u[l in 0..L-2](x, y, c) = d[l](x, y, c) + (1 - d[l](x, y, 3)) * up_x(uy[l])

output filled(x, y, c in 0..2) = u[0](x, y, c) / u[0](x, y, 3)
estimate x = 1536, y = 2560
