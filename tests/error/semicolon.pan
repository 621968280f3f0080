pipeline p
input img: f32(x, y)
output f(x, y) = img(x, y);
