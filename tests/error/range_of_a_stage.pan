pipeline p
input img: f32(x, y)
f(x, y in 0..2) = img(x, y)
unused(x in 0..2) = x
output g(x, y) = f(x, y)
