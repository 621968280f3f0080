pipeline p
input img: f32(x, y)
output f(x, y) = select(x, img(x, y), 0)
