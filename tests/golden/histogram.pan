# Updates: a histogram, and its running sum.
pipeline histogram

input img: u8(x, y)

count(b) = 0
count(i32(img(i, j))) = count(i32(img(i, j))) + 1 for i in img.x.min..img.x.max, j in img.y.min..img.y.max

output below(b) = count(b)
below(r) = below(r - 1) + below(r) for r in 1..255
