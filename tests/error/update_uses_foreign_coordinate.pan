pipeline p
input img: f32(x, y)
f(x, y): f32 = 0
f(0, y) = img(x, y)
output f
