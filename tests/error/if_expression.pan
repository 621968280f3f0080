pipeline p
input img: f32(x, y)
output f(x, y) = if x > 0: img(x, y)
