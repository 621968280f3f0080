pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
output h(b): u32 = 0
h(raw(i, j)) += 1 for i in raw.x.min..raw.x.max, j in 0..raw.y.extent-1 where i < j
