# A matrix that mirrors the rows of a picture, and blurs them: its product with a row is the row from right to left.
pipeline mirror

param size: i32 = 256 in 1..65536
param width: f32 = 2

define away = f32(x + y - (size - 1)) / width

output out(x, y) = exp(-away * away / 2) / (width * 2.5066283)
