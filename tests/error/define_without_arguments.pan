pipeline p
input img: f32(x, y)
define box(g) = g(x - 1, y) + g(x + 1, y)
output f(x, y) = box
