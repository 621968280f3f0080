# Harris corner response of a picture in red, green and blue. No border: the response exists where all that it reads
# does (Halide's version; the sums run down the columns first).
pipeline harris_h

input img: f32(x, y, c)
param k: f32 = 0.04 in 0..1

define derivative(a, b, c, d, e, f) =
    -(1.0/12) * a + (1.0/12) * b + -(2.0/12) * c + (2.0/12) * d + -(1.0/12) * e + (1.0/12) * f
define box(f) = sum(f(x+i, y+j) for j in -1..1, i in -1..1)

gray(x, y) = 0.299 * img(x, y, 0) + 0.587 * img(x, y, 1) + 0.114 * img(x, y, 2)
Iy(x, y) = derivative(gray(x-1, y-1), gray(x-1, y+1), gray(x, y-1), gray(x, y+1), gray(x+1, y-1), gray(x+1, y+1))
Ix(x, y) = derivative(gray(x-1, y-1), gray(x+1, y-1), gray(x-1, y), gray(x+1, y), gray(x-1, y+1), gray(x+1, y+1))

Ixx(x, y) = Ix * Ix
Iyy(x, y) = Iy * Iy
Ixy(x, y) = Ix * Iy
Sxx(x, y) = box(Ixx)
Syy(x, y) = box(Iyy)
Sxy(x, y) = box(Ixy)

det(x, y) = Sxx * Syy - Sxy * Sxy
tr(x, y)  = Sxx + Syy
output harris(x, y) = det - k * tr * tr
estimate x = 1530, y = 2554
