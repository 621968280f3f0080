pipeline p
input img: f32(x, y)
a(x, y) = img(x)
b(x, y) = img(x, y) +
c(x, y) = unknown(x, y)
output f(x, y) = a(x, y) + b(x, y) + c(x, y)
