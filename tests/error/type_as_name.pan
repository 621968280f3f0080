pipeline p
input img: f32(x, y)
u8(x, y) = img(x, y)
output f(x, y) = img(x, y)
