pipeline p
output f(x, 2*c in 0..2) = x
