# A part of a picture as one panel, each pixel drawn as zoom x zoom of them. A gray picture has one plane for all.
pipeline panel

input img: f32(x, y, c)
param left: i32 = 0
param top: i32 = 0
param zoom: i32 = 1 in 1..16
param gain: f32 = 1
param bgr: bool = false    # the planes are blue, green, red

define plane = select(bgr, 2 - c, c)

output out(x, y, c in 0..2) = clamp(gain * repeat_edge(img)(left + x/zoom, top + y/zoom, plane), 0, 1)
