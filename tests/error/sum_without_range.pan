pipeline p
input img: f32(x, y)
output f(x, y) = sum(img(x, y), img(x + 1, y))
