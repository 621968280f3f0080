# The photo at night, and a mask that is 1 where it shall be day.
pipeline night

input photo: f32(x, y, c)

define blue_light = select(c == 0, 0.15, c == 1, 0.22, 0.45)

output night(x, y, c) = photo * blue_light
output mask(x, y)     = select(2*x < photo.x.extent, 1.0, 0.0)
