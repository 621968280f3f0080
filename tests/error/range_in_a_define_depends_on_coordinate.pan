pipeline p
input img: f32(x, y)
define prefix(g) = sum(g(i, y) for i in 0..x)
output f(x, y) = prefix(img)
