pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
output g(x, y) = repeat_image(img)(x-1, y) + mirror_image(img, 0..n-1, _)(x, y) + mirror_interior(img, raw)(x, y) + constant_exterior(img, 2)(x, y)
