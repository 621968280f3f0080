pipeline p
input img: f32(x, y)
hist(b) += 1
output f(x, y) = hist(0)
