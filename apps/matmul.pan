# The product of two matrices; x is the column, y the row. The copy keeps the sums apart from the result (as in the
# tests of Halide's automatic scheduler).
pipeline matmul

input a: f32(x, y)
input b: f32(x, y)

prod(x, y) = 0.0
prod(x, y) += a(k, y) * b(x, k) for k in a.x.min..a.x.max
output c(x, y) = prod
estimate x = 2048, y = 2048
