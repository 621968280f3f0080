pipeline p
input img: f32(x, y)
define power(g) = g * power(g)
output f(x, y) = power(img)
