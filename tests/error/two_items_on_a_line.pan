pipeline p
input img: f32(x, y)
const a = 1 const b = 2
output f(x, y) = img(x, y) + a
