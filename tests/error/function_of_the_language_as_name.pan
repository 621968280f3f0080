pipeline p
input img: f32(x, y)
sum(x, y) = img(x, y)
output f(x, y) = sum(x, y)
