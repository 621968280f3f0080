pipeline p
output f(x) = x
