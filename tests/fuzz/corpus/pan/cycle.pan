pipeline p
a(x) = b(x)
b(x) = a(x)
output f(x) = a(x)
