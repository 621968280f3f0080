pipeline p
input img: f32(x, y)
output f(a, b, c, d, e, g, h, i, j) = a
