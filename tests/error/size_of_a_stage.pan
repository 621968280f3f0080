pipeline p
input img: f32(x, y)
blur(x, y) = img(x, y)
output f(x, y) = blur(blur.x.max - x, y)
