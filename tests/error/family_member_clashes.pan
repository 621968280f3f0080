pipeline p
input img: f32(x, y)
G_0(x, y) = img(x, y)
G[l in 0..1](x, y) = img(x, y) * l
output f(x, y) = G_0(x, y)
