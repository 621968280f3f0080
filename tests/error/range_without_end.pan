pipeline p
output f(x, c in 3) = x + c
