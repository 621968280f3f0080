pipeline p
input img: f32(x, y)
blurred(x, y) = img(x, y) + img(x + 1, y)
output f(x, y) = blured(x, y) / 2
