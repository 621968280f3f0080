# Edges after Canny: a Gaussian, the gradient, of its length only what is largest across the edge, then the pixels
# above 'hi', and those above 'lo' next to one. Each stage repeats the edge of what it reads. After Ravishankar,
# Holewinski and Grover, "Forma", 2015; following weak edges is a single step.
pipeline canny

input img: f32(x, y)
param lo: f32 = 0.1
param hi: f32 = 0.3

# The weight depends on the distance from the centre alone: its square is 0, 1, 2, 4, 5 or 8.
define weight(q) = select(q == 0, 15.0, q == 1, 12.0, q == 2, 9.0, q == 4, 5.0, q == 5, 4.0, 2.0)
define smooth(f) = sum(weight(i*i + j*j) * f(x+i, y+j) for i in -2..2, j in -2..2) * (1.0/159)
define slope_x(f) = (f(x+1, y-1) + 2 * f(x+1, y) + f(x+1, y+1)) - (f(x-1, y-1) + 2 * f(x-1, y) + f(x-1, y+1))
define slope_y(f) = (f(x-1, y+1) + 2 * f(x, y+1) + f(x+1, y+1)) - (f(x-1, y-1) + 2 * f(x, y-1) + f(x+1, y-1))

g(x, y)   = smooth(repeat_edge(img))
gx(x, y)  = slope_x(repeat_edge(g, img))
gy(x, y)  = slope_y(repeat_edge(g, img))
mag(x, y) = sqrt(gx * gx + gy * gy)

# The direction of the gradient in steps of 45 degrees; the factors are the tangents of 22.5 and 67.5 degrees.
dir(x, y) = select(abs(gy) <= 0.41421357 * abs(gx), u8(0), abs(gy) >= 2.4142137 * abs(gx), 2, gx * gy > 0, 1, 3)

define ridge(f, i, j) = select(f(x, y) > f(x-i, y-j) and f(x, y) >= f(x+i, y+j), f(x, y), 0)
define crest(f) = select(dir == 0, ridge(f, 1, 0), dir == 1, ridge(f, 1, 1), dir == 2, ridge(f, 0, 1), ridge(f, -1, 1))
define strongest(f) = maximum(f(x+i, y+j) for i in -1..1, j in -1..1)

nms(x, y) = crest(repeat_edge(mag, img))
cls(x, y) = select(nms >= hi, u8(2), nms >= lo, 1, 0)
output edges(x, y) = select(cls == 2 or cls == 1 and strongest(repeat_edge(cls, img)) == 2, u8(255), 0)
estimate x = 3840, y = 2160
