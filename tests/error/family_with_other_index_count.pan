pipeline p
input img: f32(x, y)
G[0](x, y) = img(x, y)
G[1, 2](x, y) = img(x, y)
output f(x, y) = G[0](x, y)
