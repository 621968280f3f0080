pipeline p
input img: f32(x, y)
output f(x, y) = select(true == not (x > 0), img(x, y), 0)
