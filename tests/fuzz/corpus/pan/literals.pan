pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
output f(x, y) = 0xff + 1.5 + .5 + 2e-3 + inf + nan + -0.0 + 1e20
