pipeline p
input img: f32(x, y)
input raw: u8(x, y)
param k: f32 = 0.5 in 0..1
param n: i32
define d(f) = f(x+1, y) - f(x-1, y)
define b(f) = sum(f(x+i, y) for i in 0..2)
output g(x, y) = d(img) + b(repeat_edge(img))
