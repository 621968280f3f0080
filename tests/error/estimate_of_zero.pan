pipeline p
input img: f32(x, y)
estimate x = 0
output f(x, y) = img(x, y)
