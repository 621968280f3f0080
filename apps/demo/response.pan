# A response around zero made visible: gray where it is zero, white at its largest, black at its lowest. The cube root
# shows what lies between.
pipeline response

input img: f32(x, y)

largest() = maximum(abs(img(i, j)) for i in img.x.min..img.x.max, j in img.y.min..img.y.max)
output out(x, y) = 0.5 + select(img < 0, -0.5, 0.5) * pow(abs(img) / largest(), 1.0/3)
