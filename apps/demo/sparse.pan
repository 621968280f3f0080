# A photo of which only some pixels are left, and as a fourth plane which: 1 there, 0 elsewhere and in a frame.
pipeline sparse

input photo: f32(x, y, c)
param share: f32 = 0.15

define mixed(h) = (h ^ (h >> 15)) * 0x2c1b3c6d
define number   = f32(mixed(mixed(mixed(u32(x) * 73856093 + u32(y) * 19349663))) >> 8) / 16777216
define inside   = photo.x.min < x < photo.x.max and photo.y.min < y < photo.y.max

alpha(x, y) = select(inside and number < share, 1.0, 0.0)
output out(x, y, c in 0..3) =
    case c <= 2: photo * alpha
    otherwise: alpha
