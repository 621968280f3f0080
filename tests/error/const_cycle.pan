pipeline p
input img: f32(x, y)
const a = b + 1
const b = a - 1
output f(x, y) = img(x, y) * a
