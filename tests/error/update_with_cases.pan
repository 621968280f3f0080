pipeline p
input img: f32(x, y)
f(x, y): f32 = 0
f(x, y) = case x > 0: 1
output f
