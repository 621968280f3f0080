pipeline p
input img(x, y)
output f(x, y) = img(x, y)
