# What a sensor would give for a photo, with one colour for each pixel: the inverse of camera_pipe's tone curve and of
# its colour matrix for light of 3700 kelvin. 10 bits; the first row starts green, red.
pipeline mosaic

input photo: f32(x, y, c)

# The curve for a contrast of 50 and a gamma of 2. Its halves are a parabola and the same turned by 180 degrees.
define b = 0.58578644
define a = 2 - 2 * b
define root(z) = (sqrt(b * b + 4 * a * z) - b) / (2 * a)
define bent(z) = select(z > 0.5, 1 - root(1 - z), root(z))
light(x, y, c) = 1024 * bent(photo) * bent(photo)

define red   = 0.4881 * light(x, y, 0) + 0.1260 * light(x, y, 1) - 0.0128 * light(x, y, 2) + 22.8
define green = 0.1174 * light(x, y, 0) + 0.6839 * light(x, y, 1) - 0.0487 * light(x, y, 2) + 23.0
define blue  = 0.0518 * light(x, y, 0) + 0.2064 * light(x, y, 1) + 0.2752 * light(x, y, 2) + 13.9

define even(i) = i % 2 == 0
site(x, y) = clamp(select(even(x + y), green, even(y), red, blue), 0, 1023)

output raw(x, y)   = i16(site)
output raw_h(x, y) = u16(site)
