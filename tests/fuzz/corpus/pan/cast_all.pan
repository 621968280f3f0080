pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
output f(x, y) = u8(x) + i8(x) + u16(x) + i16(x) + u32(x) + i32(x) + u64(x) + i64(x)
