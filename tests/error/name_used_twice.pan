pipeline p
input img: f32(x, y)
param img: f32
output f(x, y) = img(x, y)
