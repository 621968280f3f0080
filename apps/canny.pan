# Edges after Canny: a Gaussian, the gradient, of its length only what is largest across the edge, then the pixels
# above 'hi', and those above 'lo' next to one. Each stage repeats the edge of what it reads. After Ravishankar,
# Holewinski and Grover, "Forma", 2015; following weak edges is a single step.
pipeline canny

input img: f32(x, y)
param lo: f32 = 0.1
param hi: f32 = 0.3

# One sum from left to right and down: each row goes on from the sum of those above it.
define row(above, f, j, a, b, c) =
    above + a * f(x-2, y+j) + b * f(x-1, y+j) + c * f(x, y+j) + b * f(x+1, y+j) + a * f(x+2, y+j)
define smooth(f) =
    row(row(row(row(row(-0.0, f, -2, 2, 4, 5), f, -1, 4, 9, 12), f, 0, 5, 12, 15), f, 1, 4, 9, 12), f, 2, 2, 4, 5)
        * (1.0/159)
define slope_x(f) = (f(x+1, y-1) + 2 * f(x+1, y) + f(x+1, y+1)) - (f(x-1, y-1) + 2 * f(x-1, y) + f(x-1, y+1))
define slope_y(f) = (f(x-1, y+1) + 2 * f(x, y+1) + f(x+1, y+1)) - (f(x-1, y-1) + 2 * f(x, y-1) + f(x+1, y-1))

g(x, y)   = smooth(repeat_edge(img))
gx(x, y)  = slope_x(repeat_edge(g, img))
gy(x, y)  = slope_y(repeat_edge(g, img))
mag(x, y) = sqrt(gx * gx + gy * gy)

# The direction of the gradient in steps of 45 degrees; the factors are the tangents of 22.5 and 67.5 degrees.
dir(x, y): u8 =
    select(abs(gy) <= 0.41421357 * abs(gx), u8(0), abs(gy) >= 2.4142137 * abs(gx), u8(2), gx * gy > 0, u8(1), 3)

define ridge(f, i, j) = select(f(x, y) > f(x-i, y-j) and f(x, y) >= f(x+i, y+j), f(x, y), 0)
define crest(f) = select(dir == 0, ridge(f, 1, 0), dir == 1, ridge(f, 1, 1), dir == 2, ridge(f, 0, 1), ridge(f, -1, 1))
define strongest(f) = maximum(f(x+i, y+j) for i in -1..1, j in -1..1)

nms(x, y) = crest(repeat_edge(mag, img))
cls(x, y): u8 = select(nms >= hi, u8(2), nms >= lo, u8(1), 0)
output edges(x, y) = select(cls == 2 or cls == 1 and strongest(repeat_edge(cls, img)) == 2, u8(255), 0)
estimate x = 3840, y = 2160
