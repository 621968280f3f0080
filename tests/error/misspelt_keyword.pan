pipeline p
input img: f32(x, y)
ouput f(x, y) = img(x, y)
