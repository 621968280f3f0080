# Unsharp mask: subtracts a blurred copy where the picture differs from it by more than a threshold. The outermost two
# pixels of the picture only serve as the border of the others (PolyMage's version; its input has a frame of zeros there).
pipeline unsharp

input img: f32(x, y, c)
param thr: f32 = 0.001 in 0..1
param w: f32 = 3 in 0..100

define weighted(a, b, d, e, f) = 0.0625 * a + 0.25 * b + 0.375 * d + 0.25 * e + 0.0625 * f

bx(x, y, c) = weighted(img(x, y-2, c), img(x, y-1, c), img(x, y, c), img(x, y+1, c), img(x, y+2, c))
by(x, y, c) = weighted(bx(x-2, y, c), bx(x-1, y, c), bx(x, y, c), bx(x+1, y, c), bx(x+2, y, c))
sh(x, y, c) = img * (1 + w) + by * (-w)
output mask(x, y, c) = select(abs(img - by) < thr, img, sh)
estimate x = 4256, y = 2832, c = 3
