# Cases, a parameter with a range, a shared value, a division that is a shift and one that is not.
pipeline piecewise

input img: i16(x, y)
param k: i32 = 3 in 1..9

output out(x, y) =
  case x == 0 or y == 0: 0
  case img(x, y) > 100: t / 4 + t % k
  otherwise: quo(t, k)
  with t = i32(img(x, y)) - i32(img(x-1, y-1))
