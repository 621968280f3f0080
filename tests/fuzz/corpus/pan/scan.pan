pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
output s(x, y) = img(x, y)
s(x, r) += s(x, r-1) for r in 1..n with t = r
