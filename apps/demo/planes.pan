# A photo with its planes in the other order: blue, green, red.
pipeline planes

input photo: f32(x, y, c)

output out(x, y, c in 0..2) = photo(x, y, 2 - c)
