pipeline p
input img: f32(x, y)
blur(x, y) = img(x, y)
output f(x, y) = repeat_edge(blur, 0..9)(x - 1, y)
