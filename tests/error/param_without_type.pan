pipeline p
param k = 0.5
output f(x, y) = k
