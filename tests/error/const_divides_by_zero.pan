pipeline p
input img: f32(x, y)
const n = 4 / (2 - 2)
output f(x, y) = img(x, y) * n
