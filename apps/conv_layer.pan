# A layer of a neural network: 3x3 convolution of all channels with a filter for each channel of the result, a bias,
# and nothing below zero (as in Halide's apps, without padding).
pipeline conv_layer

input img: f32(x, y, ci, n)
input filter: f32(dx, dy, ci, c)
input bias: f32(c)

conv(x, y, c, n) = bias(c)
conv(x, y, c, n) += filter(i, j, k, c) * img(x+i, y+j, k, n) for i in 0..2, j in 0..2, k in img.ci.min..img.ci.max
output relu(x, y, c, n) = max(0, conv)
estimate x = 128, y = 128, c = 64, n = 4, ci = 64
