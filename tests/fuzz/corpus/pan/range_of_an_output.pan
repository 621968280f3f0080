pipeline p
const N = 2
input img: u8(x, y)
output f(x, y, c in 0..N) = img(x, y) * u8(c)
output g(k in -1..1) = k
