pipeline p
input img: f32(x, y)
f(x, y): f32 = 0
f(x, y): f32 = img(x, y)
output f
