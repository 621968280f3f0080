pipeline p
input img: f32(x, y)
result(x, y) = img(x, y)
output reslt
