pipeline p
input img: f32(x, y)
G[l in 0..3](x, y) = img(x, y) * l
output f(x, y) = G[x](x, y)
