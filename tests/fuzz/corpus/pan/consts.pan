pipeline p
const a = b * 2 - min(3, 4) / 2 % 5
const b = 7
output f(x) = x + a
