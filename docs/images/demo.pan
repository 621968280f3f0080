# The same part of four pictures side by side, each pixel drawn as ZOOM x ZOOM of them. 'd' lacks the outermost two
# pixels of the others: the unsharp mask has no border.
pipeline demo

const ZOOM = 2
const SIZE = 160
const LEFT = 392
const TOP  = 250
const STEP = ZOOM*SIZE + 8

input a: f32(x, y, c)
input b: f32(x, y, c)
input d: f32(x, y, c)
input e: f32(x, y, c)

define part(f, n, skipped) =
    repeat_edge(f)((x - n*STEP) / ZOOM + LEFT - skipped, y / ZOOM + TOP - skipped, c)

output out(x, y, c) =
    case x < ZOOM*SIZE:                       part(a, 0, 0)
    case x >= STEP   and x < STEP + ZOOM*SIZE:   part(b, 1, 0)
    case x >= 2*STEP and x < 2*STEP + ZOOM*SIZE: part(d, 2, 2)
    case x >= 3*STEP:                         part(e, 3, 0)
    otherwise: 1
