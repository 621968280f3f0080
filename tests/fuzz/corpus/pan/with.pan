pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
output f(x, y) = t * t + u with t = img(x, 0), u = t + 1
