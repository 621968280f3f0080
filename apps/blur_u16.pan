# 3x3 box blur of 16-bit pixels, along rows first. No border: the result is two pixels narrower and lower, and its
# first pixel is the mean of those to the right of and below it. Sums wrap, so pixels stay below 21846 (Halide's apps).
pipeline blur_u16

input img: u16(x, y)

bx(x, y)        = (img(x, y) + img(x+1, y) + img(x+2, y)) / 3
output by(x, y) = (bx(x, y) + bx(x, y+1) + bx(x, y+2)) / 3
estimate x = 6400, y = 4800
