pipeline p
input img: float32(x, y)
output f(x, y) = img(x, y)
