pipeline p
input img: f32(x, y)
G[l in 0..1000000](x, y) = img(x, y) * l
output f(x, y) = G[0](x, y)
