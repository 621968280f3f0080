// Images that formulas make, so that the golden data needs no files for the inputs: a ramp that wraps around,
// with noise from a hash of the position. Elements count from the first plane's first row, the column
// fastest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "pantile/buffer.h"

namespace pantile::apps {

struct Shape {
    int64_t width, height, planes = 1;
};

inline uint32_t hashed(uint32_t seed, int64_t n) {
    uint32_t v = static_cast<uint32_t>(n) + seed * 0x9E3779B9u;
    v ^= v >> 16;
    v *= 0x7FEB352Du;
    v ^= v >> 15;
    v *= 0x846CA68Bu;
    v ^= v >> 16;
    return v;
}

inline uint8_t pixel(uint32_t seed, const Shape& shape, int64_t x, int64_t y, int64_t c) {
    const int64_t n = (c * shape.height + y) * shape.width + x;
    return static_cast<uint8_t>(3 * y + 5 * x + 40 * c + (hashed(seed, n) >> 26));
}

inline float unit_pixel(uint32_t seed, const Shape& shape, int64_t x, int64_t y, int64_t c) {
    return static_cast<float>(pixel(seed, shape, x, y, c)) / 255.0f;
}

// A value of a raw mosaic of 10 bits; one in a thousand is a hot pixel.
inline int64_t raw_pixel(uint32_t seed, const Shape& shape, int64_t x, int64_t y) {
    const uint32_t h = hashed(seed, y * shape.width + x);
    if ((h & 1023) == 5) return 1023;
    const int64_t base = (7 * y + 11 * x + 160 * (y % 2) + 90 * (x % 2)) % 900;
    return std::min<int64_t>(base + (h >> 25), 1023);
}

// A number between -0.5 and 0.5 for each element.
inline float centred(uint32_t seed, int64_t n) {
    return static_cast<float>((static_cast<double>(hashed(seed, n)) + 0.5) / 4294967296.0) - 0.5f;
}

using Formula = std::function<double(int64_t x, int64_t y, int64_t c)>;

// The formula's values on a picture of 'shape' with a margin around it: 'before' on the left and above,
// 'after' on the right and below. Where a margin's value comes from is up to the formula. One plane gives two
// dimensions.
template <typename T>
AnyBuffer picture(const Shape& shape, const Formula& formula, int64_t before = 0, int64_t after = 0) {
    const int64_t width = shape.width + before + after, height = shape.height + before + after;
    std::vector<int64_t> extents = {width, height};
    if (shape.planes > 1) extents.push_back(shape.planes);
    const Buffer<T> made(extents);
    T* next = made.data();
    for (int64_t c = 0; c < shape.planes; ++c) {
        for (int64_t y = -before; y < height - before; ++y) {
            for (int64_t x = -before; x < width - before; ++x) *next++ = static_cast<T>(formula(x, y, c));
        }
    }
    return made;
}

// A picture whose margin repeats its edge, and one whose margin is zero.
template <typename T>
AnyBuffer with_edge(const Shape& shape, const Formula& formula, int64_t before, int64_t after) {
    const Formula repeated = [&](int64_t x, int64_t y, int64_t c) {
        return formula(std::clamp<int64_t>(x, 0, shape.width - 1),
                       std::clamp<int64_t>(y, 0, shape.height - 1), c);
    };
    return picture<T>(shape, repeated, before, after);
}
template <typename T>
AnyBuffer with_frame(const Shape& shape, const Formula& formula, int64_t frame) {
    const Formula framed = [&](int64_t x, int64_t y, int64_t c) {
        const bool inside = 0 <= x && x < shape.width && 0 <= y && y < shape.height;
        return inside ? formula(x, y, c) : 0;
    };
    return picture<T>(shape, framed, frame, frame);
}

// Any array of numbers between -0.5 and 0.5.
inline AnyBuffer numbers(uint32_t seed, const std::vector<int64_t>& extents) {
    const Buffer<float> made(extents);
    for (int64_t n = 0; n < made.any().element_count(); ++n) made.data()[n] = centred(seed, n);
    return made;
}

}  // namespace pantile::apps
