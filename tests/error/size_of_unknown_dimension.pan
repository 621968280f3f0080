pipeline p
input img: f32(x, y)
output f(x, y) = img(img.w.extent - 1 - x, y)
