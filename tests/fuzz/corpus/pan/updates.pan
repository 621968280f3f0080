pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
output f(x): f32 = 1
f(x) *= 2
f(x) min= k
f(x) max= 3
f(0) = 4
