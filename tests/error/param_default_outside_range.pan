pipeline p
param k: f32 = 2 in 0..1
output f(x, y) = k * x
