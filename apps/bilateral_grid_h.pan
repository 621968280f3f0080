# Bilateral grid: smooths a gray picture but keeps its edges. Pixels are gathered in a coarse grid of place and
# brightness, the grid is blurred, and the result read back between its cells. Beyond the border the picture's edge is
# repeated (Halide's version of Chen, Paris and Durand, SIGGRAPH 2007).
pipeline bilateral_grid_h

input img: f32(x, y)

# Cells are 8 x 8 pixels by a tenth of the brightness, and centred: cell (x, y) lies at pixel (8x, 8y).
define source(i, j) = clamp(repeat_edge(img)(i, j), 0, 1)
define bin(v) = clamp(i32(v), 0, 10)
define five(a, b, c, d, e) = a + 4 * b + 6 * c + 4 * d + e

# Plane 0 sums pixels, plane 1 counts them.
histogram(x, y, z, c) = 0.0
histogram(x, y, bin(v * 10 + 0.5), 0) += v for i in 0..7, j in 0..7 with v = source(8*x + i - 4, 8*y + j - 4)
histogram(x, y, bin(v * 10 + 0.5), 1) += 1 for i in 0..7, j in 0..7 with v = source(8*x + i - 4, 8*y + j - 4)

blur_z(x, y, z, c) = five(histogram(x, y, z-2, c), histogram(x, y, z-1, c), histogram,
                          histogram(x, y, z+1, c), histogram(x, y, z+2, c))
blur_y(x, y, z, c) =
    five(blur_z(x, y-2, z, c), blur_z(x, y-1, z, c), blur_z, blur_z(x, y+1, z, c), blur_z(x, y+2, z, c))
blur_x(x, y, z, c) =
    five(blur_y(x-2, y, z, c), blur_y(x-1, y, z, c), blur_y, blur_y(x+1, y, z, c), blur_y(x+2, y, z, c))

define mix(a, b, t) = a + t * (b - a)
define between(f, k, s, t) =
    mix(mix(f(x/8, y/8, k, c), f(x/8, y/8+1, k, c), t), mix(f(x/8+1, y/8, k, c), f(x/8+1, y/8+1, k, c), t), s)

interpolated(x, y, c) = mix(between(blur_x, bin(v), s, t), between(blur_x, bin(v) + 1, s, t), v - i32(v))
    with v = clamp(img(x, y), 0, 1) * 10, s = f32(x % 8) / 8, t = f32(y % 8) / 8

output smooth(x, y) = interpolated(x, y, 0) / interpolated(x, y, 1)
estimate x = 1536, y = 2560
