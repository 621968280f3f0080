# The way up of multiscale interpolation: four levels, each twice as large as the one before.
pipeline interpolate_up

input d0: f32(x, y, c)
input d1: f32(x, y, c)
input d2: f32(x, y, c)
input d3: f32(x, y, c)
input u4: f32(x, y, c)

define rows(f)         = (f(x, (y+1)/2, c) + f(x, (y+2)/2, c)) / 2
define columns(f)      = (f((x+1)/2, y, c) + f((x+2)/2, y, c)) / 2
define filled(d, f)    = d(x, y, c) + (1 - d(x, y, 3)) * columns(f)

Ux_3(x, y, c) = rows(u4)
i_3(x, y, c)  = filled(d3, Ux_3)
Ux_2(x, y, c) = rows(i_3)
i_2(x, y, c)  = filled(d2, Ux_2)
Ux_1(x, y, c) = rows(i_2)
i_1(x, y, c)  = filled(d1, Ux_1)
Ux_0(x, y, c) = rows(i_1)
i_0(x, y, c)  = filled(d0, Ux_0)
output out(x, y, c) = i_0(x+1, y+1, c) / i_0(x+1, y+1, 3)
