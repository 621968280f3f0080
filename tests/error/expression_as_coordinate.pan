pipeline p
input img: f32(x, y)
output f(x + 1, y) = img(x, y)
