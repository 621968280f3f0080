pipeline p
input img: f32(x, y)
define box(g) = g(x - 1) + g(x + 1)
output f(x, y) = box(img)
