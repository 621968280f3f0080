# The Harris response made visible: the picture in pale gray, corners in black. The picture's edge is repeated.
pipeline harris_view

input img: f32(x, y)
param k: f32 = 0.04 in 0..1
param threshold: f32 = 0.0004

define dx(f)  = (f(x+1, y-1) - f(x-1, y-1) + 2*(f(x+1, y) - f(x-1, y)) + f(x+1, y+1) - f(x-1, y+1)) / 12
define dy(f)  = (f(x-1, y+1) - f(x-1, y-1) + 2*(f(x, y+1) - f(x, y-1)) + f(x+1, y+1) - f(x+1, y-1)) / 12
define box(f) = sum(f(x+i, y+j) for i in -1..1, j in -1..1)

Ix(x, y)  = dx(repeat_edge(img))
Iy(x, y)  = dy(repeat_edge(img))
Ixx(x, y) = Ix * Ix
Iyy(x, y) = Iy * Iy
Ixy(x, y) = Ix * Iy
Sxx(x, y) = box(Ixx)
Syy(x, y) = box(Iyy)
Sxy(x, y) = box(Ixy)
response(x, y) = Sxx * Syy - Sxy * Sxy - k * (Sxx + Syy) * (Sxx + Syy)

# A corner is a response above the threshold that no neighbour exceeds; it is drawn as a square.
strongest(x, y) = maximum(response(x+i, y+j) for i in -2..2, j in -2..2)
corner(x, y)    = select(response > threshold and response == strongest, 1.0, 0.0)
mark(x, y)      = maximum(corner(x+i, y+j) for i in -2..2, j in -2..2)
output view(x, y) = select(mark > 0, 0.0, 0.6 + 0.4 * img)
estimate x = 4256, y = 2832
