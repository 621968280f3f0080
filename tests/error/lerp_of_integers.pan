pipeline p
input img: u8(x, y)
output f(x, y) = lerp(img(x, y), img(x + 1, y), 0.5)
