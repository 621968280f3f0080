// Arithmetic of procedural pictures: colours, smooth steps and value noise. Only additions, products,
// divisions and square roots, each of which rounds alike on every machine.
#pragma once

#include <cstdint>

namespace pantile::image {

struct Point {
    double x = 0;
    double y = 0;
};

struct Colour {
    double red = 0;
    double green = 0;
    double blue = 0;
};

inline Colour operator*(Colour c, double k) { return {c.red * k, c.green * k, c.blue * k}; }
inline Colour operator+(Colour a, Colour b) { return {a.red + b.red, a.green + b.green, a.blue + b.blue}; }

inline double mix(double a, double b, double t) { return a + (b - a) * t; }
inline Colour mix(Colour a, Colour b, double t) { return a * (1 - t) + b * t; }
inline double clamp01(double t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

// 0 below 'from', 1 above 'to', and smooth between them.
inline double smooth_step(double from, double to, double t) {
    const double s = clamp01((t - from) / (to - from));
    return s * s * (3 - 2 * s);
}

// A sine of period 1 made of parabolas.
double wave(double t);
double fraction(double t);

// In [0, 1), from a position on the integer grid.
double hash01(int64_t x, int64_t y, uint32_t seed);

// Smooth, in [0, 1), with features of size 1.
double value_noise(Point p, uint32_t seed);

// A sum of noises, each of half the size and strength of the one before; in [0, 1).
double fractal_noise(Point p, int octaves, uint32_t seed);

}  // namespace pantile::image
