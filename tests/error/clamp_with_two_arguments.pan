pipeline p
input img: f32(x, y)
output f(x, y) = clamp(img(x, y), 0)
