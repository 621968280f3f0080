pipeline p
input img: f32(x, y)
blur(x, y) = img(x, y)
output f(a, b) = blur * 2
