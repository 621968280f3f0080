pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
output f(x, y) = (img(x+1, y) - img(x-1, y)) * k / 12 + x % 3 - y
