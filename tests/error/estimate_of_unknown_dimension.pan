pipeline p
input img: f32(x, y)
estimate width = 640
output f(x, y) = img(x, y)
