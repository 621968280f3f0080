pipeline p
input img: f32(x, y)
const n = 4611686018427387904 * 2
output f(x, y) = img(x, y) * n
