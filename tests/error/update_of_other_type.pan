pipeline p
input img: u8(x)
hist(b): u32 = 0
hist(img(i)) += 0.5 for i in 0..9
output hist
