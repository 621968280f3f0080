pipeline p
input img: f32(x, y)
a(x, y) = b(x, y) + 1
b(x, y) = a(x, y) * 2
output f(x, y) = a(x, y) + img(x, y)
