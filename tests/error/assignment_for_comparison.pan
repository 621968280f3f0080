pipeline p
input img: f32(x, y)
output f(x, y) = case x = 0: img(x, y)
                 otherwise: 0
