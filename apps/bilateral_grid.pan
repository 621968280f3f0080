# Bilateral grid: smooths a gray picture but keeps its edges. Pixels are gathered in a coarse grid of place and
# brightness, the grid is blurred, and the result read back between its cells. The outermost 24 pixels before and 32
# behind the picture only serve as its border (PolyMage's C++ version of Chen, Paris and Durand, SIGGRAPH 2007).
pipeline bilateral_grid

input img: f32(x, y)

# Cells are 8 x 8 pixels by a tenth of the brightness; two empty cells on either side serve the blur.
define bin(v) = clamp(i32(v), 0, 10) + 2
define five(a, b, c, d, e) = a + 4 * b + 6 * c + 4 * d + e

# Plane 0 sums pixels, plane 1 counts them. A window is 9 x 9: neighbours share a row or column.
grid(x, y, z, c) = 0.0
grid(x, y, bin(v * 10 + 0.5), 0) += v for i in 0..8, j in 0..8 with v = img(8*x - 4 + i, 8*y - 4 + j)
grid(x, y, bin(v * 10 + 0.5), 1) += 1 for i in 0..8, j in 0..8 with v = img(8*x - 4 + i, 8*y - 4 + j)

blur_z(x, y, z, c) = five(grid(x, y, z-2, c), grid(x, y, z-1, c), grid, grid(x, y, z+1, c), grid(x, y, z+2, c))
blur_y(x, y, z, c) =
    five(blur_z(x, y-2, z, c), blur_z(x, y-1, z, c), blur_z, blur_z(x, y+1, z, c), blur_z(x, y+2, z, c))
blur_x(x, y, z, c) =
    five(blur_y(x-2, y, z, c), blur_y(x-1, y, z, c), blur_y, blur_y(x+1, y, z, c), blur_y(x+2, y, z, c))

# Pixel 24 of the input is pixel 0 of the output and lies at the corner of cell 3.
define mix(a, b, t) = a + t * (b - a)
define between(f, k, s, t) =
    mix(mix(f(x/8+3, y/8+3, k, c), f(x/8+3, y/8+4, k, c), t), mix(f(x/8+4, y/8+3, k, c), f(x/8+4, y/8+4, k, c), t), s)

interpolated(x, y, c) = mix(between(blur_x, bin(v), s, t), between(blur_x, min(bin(v) + 1, 12), s, t), v - i32(v))
    with v = img(x+24, y+24) * 10, s = f32(x % 8) / 8, t = f32(y % 8) / 8

output smooth(x, y) = select(weight > 0, interpolated(x, y, 0) / weight, img(x+24, y+24))
    with weight = interpolated(x, y, 1)
estimate x = 1536, y = 2560
