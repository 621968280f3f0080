# A photo with noise: for each pixel and plane the sum of three numbers that depend on nothing but its place.
pipeline noisy

input photo: f32(x, y, c)
param strength: f32 = 0.15

define mixed(h)  = (h ^ (h >> 15)) * 0x2c1b3c6d
define number(k) = f32(mixed(mixed(mixed(u32(x) * 73856093 + u32(y) * 19349663 + u32(c) * 83492791 + k))) >> 8) / 16777216

output out(x, y, c) = clamp(photo + strength * (number(1) + number(2) + number(3) - 1.5), 0, 1)
