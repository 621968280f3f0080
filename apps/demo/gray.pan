# A photo in gray.
pipeline gray

input photo: f32(x, y)

output out(x, y) = photo
