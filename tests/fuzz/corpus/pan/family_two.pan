pipeline p
output P[l in 0..2, k in 0..l](x) = l * 10 + k
