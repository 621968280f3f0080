pipeline p
input img: f32(x, y)
estimate x = 640, x = 480
output f(x, y) = img(x, y)
