pipeline p
input img: f32(x, y)
output f(x, y) = a with a = b + 1, b = img(x, y)
