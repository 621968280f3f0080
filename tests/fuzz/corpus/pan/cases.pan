pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
output f(x, y) = case x < 2 and y > 1: 0
  case y == 3: img(x, y)
  otherwise: 1
