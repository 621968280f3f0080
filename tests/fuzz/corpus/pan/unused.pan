pipeline p
param q: bool = true
idle(x) = 1/3
output f(x) = select(q, 1, 0)
