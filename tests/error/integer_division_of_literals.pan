pipeline p
input img: f32(x, y)
output f(x, y) = 1/3 * img(x, y)
