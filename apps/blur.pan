# Separable 3x3 box blur of each channel. Beyond the border the edge is repeated: of the image for the first stage,
# of the first stage for the second.
pipeline blur

input img: f32(x, y, c)

define along_y(f) = (f(x, y-1, c) + f(x, y, c) + f(x, y+1, c)) * (1.0/3)
define along_x(f) = (f(x-1, y, c) + f(x, y, c) + f(x+1, y, c)) * (1.0/3)

bx(x, y, c)        = along_y(repeat_edge(img))
output by(x, y, c) = along_x(repeat_edge(bx, img))
estimate x = 6400, y = 4800, c = 1
