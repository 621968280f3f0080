pipeline p
output a(x) = x
b(x) = a
output b, a
