pipeline p
input img: f32(x, y)
output f(x, y) = mean(img(x + i, y) for i in 0..3)
