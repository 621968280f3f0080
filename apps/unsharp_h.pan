# Unsharp mask by brightness: the gray picture is sharpened with a Gaussian of 7 x 7 pixels, and the colours are scaled
# with it. Beyond the border the picture's edge is repeated; black pixels become NaN (Halide's version).
pipeline unsharp_h

input img: f32(x, y, c)
param sigma: f32 = 1.5 in 0.1..10

define source(i, j, k) = repeat_edge(img, img.x.min..img.x.max, img.y.min..img.y.max, _)(i, j, k)
define weighted(a, b, c, d) = gauss(0) * a + gauss(1) * b + gauss(2) * c + gauss(3) * d

# Not normalised: the seven weights sum to 0.98.
gauss(i) = exp(-f32(i * i) / (2 * sigma * sigma)) / (sqrt(2 * 3.14159265) * sigma)

gray(x, y)   = 0.299 * source(x, y, 0) + 0.587 * source(x, y, 1) + 0.114 * source(x, y, 2)
blur_y(x, y) = weighted(gray, gray(x, y-1) + gray(x, y+1), gray(x, y-2) + gray(x, y+2), gray(x, y-3) + gray(x, y+3))
blur_x(x, y) =
    weighted(blur_y, blur_y(x-1, y) + blur_y(x+1, y), blur_y(x-2, y) + blur_y(x+2, y), blur_y(x-3, y) + blur_y(x+3, y))
sharp(x, y)  = 2 * gray - blur_x
ratio(x, y)  = sharp / gray
output unsharp(x, y, c) = ratio(x, y) * img(x, y, c)
estimate x = 1536, y = 2560, c = 3
