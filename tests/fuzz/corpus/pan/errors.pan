pipeline p
a(x) = && 1
b(x) = zz
output f(x = 3
