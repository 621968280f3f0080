pipeline p
input img: f32(x, y)
output f(x, y) = imgg(x, y)
