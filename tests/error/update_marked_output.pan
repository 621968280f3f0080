pipeline p
input img: f32(x, y)
f(x, y): f32 = 0
output f(x, 0) = 1
