pipeline p
input img: f32(x, y)
/* the output */
output f(x, y) = img(x, y)
