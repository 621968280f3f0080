pipeline p
input img: f32(x, y)
const scale = 0.5
output f(x, y) = img(x, y) * scale
