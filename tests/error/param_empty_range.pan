pipeline p
param k: f32 in 1..0
output f(x, y) = k * x
