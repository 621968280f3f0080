pipeline p
input img: f32(x, y)
define shifted(g) = g(x - 1, y, 0)
define box(g) = shifted(g) + g(x + 1, y)
output f(x, y) = box(img)
