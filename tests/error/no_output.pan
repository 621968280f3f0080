pipeline p
input img: f32(x, y)
f(x, y) = img(x, y)
