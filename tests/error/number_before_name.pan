pipeline p
input img: f32(x, y)
2nd(x, y) = img(x, y)
output f(x, y) = img(x, y)
