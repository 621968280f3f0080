pipeline p
input img: f32(x, y)
output f(x, y) = sum(img(x + i, y + i) for i in 0..3, i in 0..3)
