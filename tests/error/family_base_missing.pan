pipeline p
input img: f32(x, y)
G[l in 1..3](x, y) = G[l-1](x, y) * 2
output f(x, y) = G[3](x, y)
