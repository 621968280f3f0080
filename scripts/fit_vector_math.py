#!/usr/bin/env python3
"""Fits the polynomials of src/emit/c_vector_math.cpp and prints their coefficients and largest errors. Needs mpmath.

Each is the best one of its degree in the sense of Chebyshev (the exchange algorithm of Remez), measured by the error
of the function relative to its value. The first terms of a series are kept as they are, so that what the rounded
coefficients add is small beside them.
"""
import struct

from mpmath import asin, atan, cos, exp, log, lu_solve, matrix, mp, mpf, nint, pi, sin, sinh, sqrt, tan, tanh

mp.dps = 50
GRID = 1500
TINY = mpf(10) ** -12  # instead of 0, where the quotients have no value but a limit
SLACK = mpf("1.0001")  # a remainder may be a little over half of what it is divided by


def remez(function, weight, interval, count):
    """Coefficients c such that weight * (function - sum c[i] u^i) has the least maximum."""
    low, high = interval
    grid = [low + (high - low) * (1 - cos(pi * k / GRID)) / 2 for k in range(GRID + 1)]
    values = [(u, function(u), weight(u)) for u in grid]
    at = [round(k * GRID / count) for k in range(count + 1)]
    for _ in range(40):
        rows = [[values[k][0] ** i for i in range(count)] + [(-1) ** j / values[k][2]] for j, k in enumerate(at)]
        coefficients = list(lu_solve(matrix(rows), matrix([values[k][1] for k in at])))[:count]
        errors = [w * (f - polynomial(coefficients, u)) for u, f, w in values]
        at, before = extrema(errors, count + 1), at
        if at == before:
            break
    return coefficients


def extrema(errors, count):
    """The largest error in each run of one sign; where there are too many, the smaller end is dropped."""
    runs = [[0]]
    for k in range(1, len(errors)):
        if (errors[k] > 0) == (errors[k - 1] > 0):
            runs[-1].append(k)
        else:
            runs.append([k])
    peaks = [max(run, key=lambda k: abs(errors[k])) for run in runs]
    while len(peaks) > count:
        peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
    return peaks


def polynomial(coefficients, u):
    value = mpf(0)
    for c in reversed(coefficients):
        value = value * u + c
    return value


def to_float(x):
    return mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


def to_double(x):
    return mpf(float(x))


def fit(name, function, weight, interval, count, rounded=to_float):
    low, high = interval
    best = [rounded(c) for c in remez(function, weight, interval, count)]
    points = [low + (high - low) * k / 5003 for k in range(5004)]
    worst = max(weight(u) * abs(function(u) - polynomial(best, u)) for u in points)
    digits, suffix = (9, "f") if rounded is to_float else (17, "")
    print(f"{name}: relative error 2^{float(log(worst, 2)):.1f}")
    print("   ", ", ".join(f"{float(c):.{digits}g}{suffix}" for c in best))


def fit_odd(name, function, largest, count):
    def rest(u):
        return (function(sqrt(u)) - sqrt(u)) / sqrt(u) ** 3

    fit(f"{name} x = x + x^3 p(x^2), x < {float(largest):.4g}", rest,
        lambda u: sqrt(u) ** 3 / function(sqrt(u)), (TINY, largest ** 2), count)


def split(name, value, lengths):
    """The value as a sum of numbers of so many bits, and a float for the rest."""
    parts = []
    for length in lengths:
        rest = value - sum(parts)
        step = mpf(2) ** (int(mp.floor(log(rest, 2))) - length + 1)
        parts.append(nint(rest / step) * step)
    parts.append(to_float(value - sum(parts)))
    print(f"{name}:", ", ".join(f"{float(p):.9g}f" for p in parts))


def main():
    half = log(2) / 2 * SLACK
    octave = (sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1 + TINY)
    quarter = pi / 4 * SLACK
    fit("e^r = 1 + r + r^2 p(r)", lambda r: (exp(r) - 1 - r) / r ** 2, lambda r: r ** 2 / exp(r),
        (-half, half + TINY), 5)
    fit("log(1 + f) = f - f^2/2 + f^3 p(f)", lambda f: (log(1 + f) - f + f ** 2 / 2) / f ** 3,
        lambda f: abs(f ** 3 / log(1 + f)), octave, 8)
    fit("log(1 + f) = f p(f), for pow", lambda f: log(1 + f) / f, lambda f: abs(f / log(1 + f)), octave, 12,
        to_double)
    fit_odd("sin", sin, quarter, 3)
    fit("cos x = 1 - x^2/2 + x^4 p(x^2)", lambda u: (cos(sqrt(u)) - 1 + u / 2) / u ** 2,
        lambda u: u ** 2 / cos(sqrt(u)), (TINY, quarter ** 2), 3)
    fit_odd("tan", tan, quarter, 7)
    fit_odd("atan", atan, mpf(1), 9)
    fit_odd("asin", asin, mpf("0.5626"), 6)
    fit_odd("sinh", sinh, mpf(1), 4)
    fit_odd("tanh", tanh, mpf("0.625"), 5)
    split("ln 2", log(2), [15])
    split("pi / 2", pi / 2, [24])
    split("pi / 2, in parts that n < 2^13 may multiply", pi / 2, [11, 11, 11])


if __name__ == "__main__":
    main()
