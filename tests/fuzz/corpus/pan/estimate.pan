pipeline p
estimate x = 1024, y = 768
output f(x, y) = x
