# Two pictures side by side.
pipeline join

const GAP = 6
input a: u8(x, y, c)
input b: u8(x, y, c)

define second = a.x.max + GAP + 1

output out(x, y, c) =
    case x <= a.x.max: a
    case x >= second: b(x - second, y, c)
    otherwise: 255
