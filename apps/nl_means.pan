# Non-local means: each pixel becomes the mean of those in a window around it, weighted by how alike the patches around
# them are. Beyond the border the picture's edge is repeated (Buades, Coll and Morel, 2005, as in Halide's apps).
pipeline nl_means

const P = 7    # width of a patch
const W = 7    # width of the window
input img: f32(x, y, c)
param sigma: f32 = 0.12 in 0.001..10

define source(i, j, k) = repeat_edge(img, img.x.min..img.x.max, img.y.min..img.y.max, _)(i, j, k)

# (dx, dy) is where the other patch lies; sums over a patch go down, then along.
d(x, y, dx, dy)       = sum(t * t for k in 0..2 with t = source(x, y, k) - source(x+dx, y+dy, k))
patch_y(x, y, dx, dy) = sum(d(x, y+i, dx, dy) for i in -((P-1)/2)..P/2)
patch(x, y, dx, dy)   = sum(patch_y(x+i, y, dx, dy) for i in -((P-1)/2)..P/2)
weight(x, y, dx, dy)  = exp(patch * (-1 / (sigma * sigma * (P * P))))

# Plane 3 is the sum of the weights.
total(x, y, c) =
    case c <= 2: sum(weight(x, y, i, j) * source(x+i, y+j, c) for i in -((W-1)/2)..W/2, j in -((W-1)/2)..W/2)
    otherwise: sum(weight(x, y, i, j) for i in -((W-1)/2)..W/2, j in -((W-1)/2)..W/2)
output denoised(x, y, c) = clamp(total(x, y, c) / total(x, y, 3), 0, 1)
estimate x = 192, y = 320, c = 3
