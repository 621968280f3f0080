pipeline p
input img: f32(x, x)
output f(x, y) = img(x, y)
