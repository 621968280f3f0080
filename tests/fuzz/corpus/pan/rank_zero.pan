pipeline p
input s: f64()
output f() = s() + s
