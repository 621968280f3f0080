pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
define b(v) = sum(v * i for i in 0..2)
output g(x, y) = b(sum(img(i, y) for i in 0..3)) + sum(b(i) for i in 0..1)
