# A photo of little contrast.
pipeline faded

input photo: f32(x, y, c)

output out(x, y, c) = 0.35 + 0.3 * photo
