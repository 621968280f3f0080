pipeline p
output f(x, c in 0..600000000) = x + c
