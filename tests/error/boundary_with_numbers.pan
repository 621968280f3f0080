pipeline p
input img: f32(x, y)
output f(x, y) = repeat_edge(img, 640, 480)(x - 1, y)
