pipeline p
input img: f32(x, y)
a(x, y) = b(x, y)
b(x, y) = c(x, y)
c(x, y) = a(x, y)
output f(x, y) = a(x, y)
