pipeline p
output f(x, c in 3..2) = x + c
