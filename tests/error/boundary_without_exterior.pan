pipeline p
input img: f32(x, y)
output f(x, y) = constant_exterior(img)(x - 1, y)
