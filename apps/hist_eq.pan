# Histogram equalisation: spreads the brightness of a picture (red, green, blue) so that all values become equally
# frequent; the colours keep their distance from gray (as in Halide's apps).
pipeline hist_eq

input img: u8(x, y, c)

Y(x, y)  = 0.299 * img(x, y, 0) + 0.587 * img(x, y, 1) + 0.114 * img(x, y, 2)
Cr(x, y) = (img(x, y, 0) - Y) * 0.713 + 128
Cb(x, y) = (img(x, y, 2) - Y) * 0.564 + 128

bin(x, y) = u8(clamp(Y, 0, 255))

# A histogram for each row, so that rows may be counted at the same time; then their sum.
rows(v, y) = 0
rows(bin(i, y), y) += 1 for i in img.x.min..img.x.max
histogram(v) = sum(rows(v, j) for j in img.y.min..img.y.max)
cdf(v) = histogram
cdf(i) += cdf(i-1) for i in 1..255

# The share of the pixels that are not brighter, in 255ths.
eq(x, y) = clamp(cdf(bin(x, y)) * (255 / f32(img.x.extent * img.y.extent)), 0, 255)

output equalised(x, y, c in 0..2) = u8(clamp(v, 0, 255))
    with v = select(c == 0, eq + (Cr - 128) * 1.4,
                    c == 1, eq - 0.343 * (Cb - 128) - 0.711 * (Cr - 128),
                            eq + 1.765 * (Cb - 128))
estimate x = 1536, y = 2560
