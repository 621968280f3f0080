pipeline p
param n: i32 = 3
output f(x, c in 0..n) = x + c
