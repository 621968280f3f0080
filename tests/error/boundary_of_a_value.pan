pipeline p
input img: f32(x, y)
output f(x, y) = repeat_edge(img(x, y))
