pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
output f(x, y) = sqrt(img) + pow(img, 2) + min(x, y, 3) + abs(x) + clamp(x, 0, 9) + lerp(img, k, 0.5)
