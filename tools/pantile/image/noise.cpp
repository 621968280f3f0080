#include "image/noise.h"

#include <cmath>

#include "base/hash.h"

namespace pantile::image {

double fraction(double t) { return t - std::floor(t); }

double wave(double t) {
    const double s = 2 * fraction(t) - 1;
    return -4 * s * (1 - std::abs(s));
}

double hash01(int64_t x, int64_t y, uint32_t seed) {
    const uint64_t place =
        static_cast<uint64_t>(x) * 0x9e3779b97f4a7c15ull ^ static_cast<uint64_t>(y) * 0xd1b54a32d192ed03ull;
    const uint64_t bits = scramble(place + seed * 0x2545f4914f6cdd1dull) >> 32;
    return static_cast<double>(bits) / 4294967296.0;
}

double value_noise(Point p, uint32_t seed) {
    const double left = std::floor(p.x);
    const double top = std::floor(p.y);
    const int64_t x = static_cast<int64_t>(left);
    const int64_t y = static_cast<int64_t>(top);
    const double s = smooth_step(0, 1, p.x - left);
    const double t = smooth_step(0, 1, p.y - top);
    const double above = mix(hash01(x, y, seed), hash01(x + 1, y, seed), s);
    const double below = mix(hash01(x, y + 1, seed), hash01(x + 1, y + 1, seed), s);
    return mix(above, below, t);
}

double fractal_noise(Point p, int octaves, uint32_t seed) {
    double sum = 0;
    double weight = 0.5;
    double total = 0;
    for (int octave = 0; octave < octaves; ++octave) {
        sum += weight * value_noise(p, seed + static_cast<uint32_t>(octave));
        total += weight;
        weight *= 0.5;
        // Not quite 2, and moved: grid lines of the octaves must not coincide.
        p = {p.x * 2.03 + 17.3, p.y * 2.03 + 9.1};
    }
    return sum / total;
}

}  // namespace pantile::image
