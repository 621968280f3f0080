pipeline p
output f(x, c in 0..2) = 0
f(x in 0..2, 1) += 1
