pipeline p
input img: f32(x, y)
G[l in 0..3](l, y) = img(l, y)
output f(x, y) = G[0](x, y)
