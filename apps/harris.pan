# Harris corner response of a gray picture: large and positive at corners, negative along edges. No border: the response
# exists where all that it reads does (PolyMage's version).
pipeline harris

input img: f32(x, y)
param k: f32 = 0.04 in 0..1

# The weights are 1/12 and 2/12 with the digits of the original; each term is a tap times a signed constant.
define derivative(a, b, c, d, e, f) =
    -0.0833333333333 * a + 0.0833333333333 * b + -0.166666666667 * c + 0.166666666667 * d
  + -0.0833333333333 * e + 0.0833333333333 * f
define box(f) = sum(f(x+i, y+j) for i in -1..1, j in -1..1)

Ix(x, y) = derivative(img(x-1, y-1), img(x+1, y-1), img(x-1, y), img(x+1, y), img(x-1, y+1), img(x+1, y+1))
Iy(x, y) = derivative(img(x-1, y-1), img(x-1, y+1), img(x, y-1), img(x, y+1), img(x+1, y-1), img(x+1, y+1))

Ixx(x, y) = Ix * Ix
Iyy(x, y) = Iy * Iy
Ixy(x, y) = Ix * Iy
Sxx(x, y) = box(Ixx)
Syy(x, y) = box(Iyy)
Sxy(x, y) = box(Ixy)

det(x, y) = Sxx * Syy - Sxy * Sxy
tr(x, y)  = Sxx + Syy
output harris(x, y) = det - k * tr * tr
estimate x = 4252, y = 2828
