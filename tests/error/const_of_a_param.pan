pipeline p
input img: f32(x, y)
param k: i32
const n = k + 1
output f(x, y) = img(x, y) * n
