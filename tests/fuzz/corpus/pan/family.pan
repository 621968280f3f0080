pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
const L = 3
G[0](x, y) = img(x, y)
G[l in 1..L-1](x, y) = G[l-1](2*x, y) * l
output G[L-1]
