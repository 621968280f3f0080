# A photo as the input of a layer of a network, and filters with three results: what grows to the right, what grows
# downwards, and what is brighter than its surroundings.
pipeline layer

input photo: f32(x, y, c)

define row(i, a, b, c)  = select(i == 0, a, i == 1, b, c)
define sides(i)         = row(i, -1.0, 0.0, 1.0)
define middle(i)        = row(i, 1.0, 2.0, 1.0)

output img(x, y, ci in 0..2, n in 0..0) = photo(x, y, ci)
output filter(dx in 0..2, dy in 0..2, ci in 0..2, c in 0..2) =
    case c == 0: sides(dx) * middle(dy) / 3
    case c == 1: middle(dx) * sides(dy) / 3
    otherwise: select(dx == 1 and dy == 1, 8.0, -1.0) / 3
output bias(c in 0..2) = 0.0
