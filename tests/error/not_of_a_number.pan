pipeline p
input img: f32(x, y)
output f(x, y) = select(not x, img(x, y), 0)
