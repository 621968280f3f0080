# c */
	pipeline p // x
	output f(x) = x +
		1
