pipeline p
input img: f32(x, y)
float(x, y) = img(x, y)
output f(x, y) = img(x, y)
