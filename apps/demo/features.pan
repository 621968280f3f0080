# The first three results of a layer as red, green and blue.
pipeline features

input img: f32(x, y, c, n)

output out(x, y, c in 0..2) = img(x, y, c, img.n.min)
