pipeline p
input img: f32(x, y)
param k: f32
output f(x, y) = k(x, y)
