pipeline p
input img: f32(x, y)
param k: f32 = img(0, 0)
output f(x, y) = k
