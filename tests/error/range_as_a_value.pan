pipeline p
input img: f32(x, y)
output f(x, y) = img(0..3, y)
