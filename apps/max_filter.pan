# The highest value within a disc of radius 26 around each pixel, edge repeated. Columns of 2^t pixels have their
# maximum from two of half the height; any column is two such columns that overlap (as in Halide's max_filter).
pipeline max_filter

const R = 26    # up to 30: higher columns would need more of the family V
input img: f32(x, y, c)

define source(i, j, k) = repeat_edge(img, img.x.min..img.x.max, img.y.min..img.y.max, _)(i, j, k)

# V[t] at y is the maximum of the rows y .. y + 2^t - 1.
V[0](x, y, c) = source(x, y, c)
V[t in 1..5](x, y, c) = max(V[t-1](x, y, c), V[t-1](x, y + (1 << (t-1)), c))

# The maximum of the rows y-t .. y+t. Those are 2t+1; the power of two below is that of the family's member.
define column(f, i, t, height) = max(f(x + i, y - t, c), f(x + i, y + t + 1 - height, c))
define rows(i, t) =
    select(t == 0, column(V[0], i, t, 1), t == 1, column(V[1], i, t, 2), t <= 3, column(V[2], i, t, 4),
           t <= 7, column(V[3], i, t, 8), t <= 15, column(V[4], i, t, 16), column(V[5], i, t, 32))

# Half the height of the disc's column i, and one more: the centre counts.
reach(i) = clamp(sum(select(f32(i * i + d * d) < (R + 0.25) * (R + 0.25), 1, 0) for d in 0..R), 0, R + 1)

output highest(x, y, c) = maximum(rows(i, reach(i)) for i in -R..R)
estimate x = 1536, y = 2560, c = 3
