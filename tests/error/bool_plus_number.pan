pipeline p
input img: f32(x, y)
output f(x, y) = (x > 0) + 1
