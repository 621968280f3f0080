pipeline p
input img: f32(x, y)
param r: f32
output f(x, y) = sum(img(x + i, y) for i in 0..r)
