pipeline p
param k: u8 = 0.5
output f(x, y) = k
