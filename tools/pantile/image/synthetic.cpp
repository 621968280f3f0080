#include "image/synthetic.h"

#include <cmath>

#include "image/scene.h"

namespace pantile::image {
namespace {

constexpr int kSamplesPerSide = 3;
// Two samples of a pixel that differ by less have no edge between them.
constexpr double kEdge = 0.05;

Colour paint(const Scene& scene, Point p) {
    if (const std::optional<Colour> tree = paint_trees(scene, p)) return *tree;
    if (const std::optional<Colour> house = paint_house(scene, p)) return *house;
    if (const std::optional<Colour> meadow = paint_meadow(scene, p)) return *meadow;
    return paint_background(scene, p);
}

bool differ(Colour a, Colour b) {
    return std::abs(a.red - b.red) + std::abs(a.green - b.green) + std::abs(a.blue - b.blue) > kEdge;
}

// Darker corners and a little grain, as from a camera.
Colour develop(const Scene& scene, Point p, Colour colour) {
    const double across = p.x / scene.half_width;
    const double down = 2 * p.y - 1;
    const double light = 1.03 - 0.10 * (across * across + down * down);
    return colour * light;
}

uint8_t to_byte(double value, double grain) {
    return static_cast<uint8_t>(std::floor(clamp01(value) * 255 * 0.992 + 2 * grain + 0.5));
}

// The place in the scene of sample (i, j) of a pixel.
Point place_of(const Scene& scene, Point pixel, int i, int j) {
    const double x = pixel.x + (i + 0.5) / kSamplesPerSide;
    const double y = pixel.y + (j + 0.5) / kSamplesPerSide;
    return {x * scene.pixel - scene.half_width, y * scene.pixel};
}

// The mean of a grid of samples, so that edges are smooth; of two of them where there is no edge.
Colour paint_pixel(const Scene& scene, Point pixel) {
    const Colour first = paint(scene, place_of(scene, pixel, 0, 0));
    const Colour last = paint(scene, place_of(scene, pixel, kSamplesPerSide - 1, kSamplesPerSide - 1));
    if (!differ(first, last)) return mix(first, last, 0.5);
    Colour sum = first + last;
    for (int sample = 1; sample + 1 < kSamplesPerSide * kSamplesPerSide; ++sample) {
        sum = sum + paint(scene, place_of(scene, pixel, sample % kSamplesPerSide, sample / kSamplesPerSide));
    }
    return sum * (1.0 / (kSamplesPerSide * kSamplesPerSide));
}

}  // namespace

AnyBuffer make_photo(int width, int height, uint32_t seed) {
    const Buffer<uint8_t> photo({width, height, 3});
    const Scene scene = {.seed = seed * 64, .half_width = 0.5 * width / height, .pixel = 1.0 / height};
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const Point pixel = {static_cast<double>(x), static_cast<double>(y)};
            const Colour colour = develop(scene, place_of(scene, pixel, 1, 1), paint_pixel(scene, pixel));
            const double grain = hash01(x, y, seed + 7);
            photo(x, y, 0) = to_byte(colour.red, grain);
            photo(x, y, 1) = to_byte(colour.green, grain);
            photo(x, y, 2) = to_byte(colour.blue, hash01(x, y, seed + 8));
        }
    }
    return photo;
}

}  // namespace pantile::image
