pipeline p
input img: f32(x, y)
hist(b): u32 = 0
hist(img(i, 0)) += 1 for i in 0..9
output hist
