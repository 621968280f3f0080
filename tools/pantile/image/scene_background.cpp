// Sky, sun, clouds, mountains and the lake.
#include <array>
#include <cmath>

#include "image/scene.h"

namespace pantile::image {
namespace {

constexpr Colour kZenith = {0.20, 0.42, 0.72};
constexpr Colour kHorizon = {0.98, 0.84, 0.68};
constexpr Colour kSunlight = {1.00, 0.90, 0.66};
constexpr Colour kHaze = {0.80, 0.80, 0.84};

struct Ridge {
    double base;    // where its foot would be
    double height;  // of its highest summits above that
    double scale;   // summits per unit of width
    double haze;    // how much of the colour is lost to the distance
    double snow;    // height of the snow line above the base; beyond 'height' there is none
    Colour rock;
};

constexpr std::array<Ridge, 4> kRidges = {{{0.60, 0.40, 1.9, 0.44, 0.215, {0.34, 0.37, 0.50}},
                                           {0.60, 0.27, 2.6, 0.30, 0.90, {0.27, 0.34, 0.46}},
                                           {0.60, 0.16, 3.4, 0.17, 0.90, {0.22, 0.35, 0.33}},
                                           {0.60, 0.075, 4.6, 0.05, 0.90, {0.16, 0.31, 0.20}}}};

Point sun_place(const Scene& scene) { return {-0.42 * scene.half_width, 0.235}; }

double distance_to_sun(const Scene& scene, Point p) {
    const Point sun = sun_place(scene);
    return std::sqrt((p.x - sun.x) * (p.x - sun.x) + (p.y - sun.y) * (p.y - sun.y));
}

Colour clear_sky(const Scene& scene, Point p) {
    const double distance = distance_to_sun(scene, p);
    const Colour air = mix(kZenith, kHorizon, smooth_step(-0.05, 0.56, p.y));
    const double glow = 0.62 / (1 + 20 * distance * distance) + 0.40 / (1 + 260 * distance * distance);
    const double disc = smooth_step(0.037, 0.026, distance);
    return mix(mix(air, kSunlight, clamp01(glow)), {1.0, 0.98, 0.90}, disc);
}

// Clouds are wider than high, and flatter towards the horizon.
double cloud_density(const Scene& scene, Point p) {
    const double depth = 1.0 / (0.16 + 0.9 * (0.60 - p.y));
    const Point q = {p.x * depth * 1.1 + 3.0, depth * 3.6};
    const double bend = fractal_noise({q.x * 0.7, q.y * 0.7}, 3, scene.seed + 11);
    const double density = fractal_noise({q.x + 0.9 * bend, q.y + 0.6 * bend}, 6, scene.seed + 3);
    return smooth_step(0.47, 0.76, density);
}

Colour sky(const Scene& scene, Point p) {
    const Colour air = clear_sky(scene, p);
    if (p.y > 0.58) return air;
    const double density = cloud_density(scene, p);
    if (density <= 0) return air;
    // Where there is less cloud towards the sun, more light comes through.
    const Point sun = sun_place(scene);
    const Point towards = {p.x + 0.05 * (sun.x - p.x), p.y + 0.05 * (sun.y - p.y) - 0.012};
    const double lit = clamp01(0.65 + 0.9 * (density - cloud_density(scene, towards)));
    const double warmth = 1 / (1 + 9 * distance_to_sun(scene, p) * distance_to_sun(scene, p));
    const Colour bright = mix({0.97, 0.97, 0.98}, {1.0, 0.93, 0.80}, warmth);
    const Colour dark = mix({0.60, 0.66, 0.76}, {0.86, 0.74, 0.68}, warmth);
    return mix(air, mix(dark, bright, lit), 0.88 * density);
}

// Sharp summits come from noise that is folded at its middle.
double folded_noise(Point p, int octaves, uint32_t seed) {
    double sum = 0;
    double weight = 0.55;
    for (int octave = 0; octave < octaves; ++octave) {
        const double folded = 1 - std::abs(2 * value_noise(p, seed + static_cast<uint32_t>(octave)) - 1);
        sum += weight * folded * folded;
        weight *= 0.45;
        p = {p.x * 2.1 + 5.2, p.y * 2.1 + 1.7};
    }
    return clamp01(sum);
}

uint32_t ridge_seed(const Scene& scene, size_t index) {
    return scene.seed + 20 + 9 * static_cast<uint32_t>(index);
}

double ridge_top(const Scene& scene, size_t index, double x) {
    const Ridge& ridge = kRidges[index];
    const double x_scaled = x * ridge.scale + 31.0 * static_cast<double>(index + 1);
    const double form = index < 2 ? folded_noise({x_scaled, 0.5}, 7, ridge_seed(scene, index))
                                  : fractal_noise({x_scaled, 0.5}, 7, ridge_seed(scene, index));
    return ridge.base - ridge.height * form;
}

Colour ridge_colour(const Scene& scene, size_t index, Point p) {
    const Ridge& ridge = kRidges[index];
    const uint32_t seed = ridge_seed(scene, index) + 4;
    const double scale = 6.0 * ridge.scale;
    // Turned, so that the flanks run down aslant; bent, so that they do not run straight.
    const double bend = 0.5 * fractal_noise({p.x * scale * 0.6, p.y * scale * 0.6}, 3, seed + 3);
    const Point q = {(p.x * 0.8 + p.y * 0.5) * scale + bend, (p.y * 0.8 - p.x * 0.45) * scale + bend};
    // The difference of the noise at two places is the slope towards the sun.
    const double slope = folded_noise(q, 6, seed) - folded_noise({q.x + 0.11, q.y + 0.02}, 6, seed);
    const double light = clamp01(0.55 + 2.1 * slope);
    Colour colour = ridge.rock * mix(0.45, 1.45, light);
    const double above =
        ridge.base - p.y - ridge.snow + 0.17 * (fractal_noise(q, 5, seed + 2) - 0.5) + 0.05 * slope;
    colour = mix(colour, Colour{0.97, 0.96, 0.98} * mix(0.62, 1.08, light), smooth_step(0.0, 0.018, above));
    const double mist = smooth_step(0.16, 0.0, ridge.base - 0.015 - p.y) * (0.25 + 0.5 * ridge.haze);
    const Colour air = mix(kHaze, clear_sky(scene, {p.x, 0.50}), 0.5);
    return mix(colour, air, clamp01(ridge.haze + mist));
}

// Firs along the far shore, as a ragged edge: one to a cell.
double far_tree_top(const Scene& scene, double x) {
    constexpr double kCell = 0.011;
    double top = kWaterline - 0.004;
    const int64_t cell = static_cast<int64_t>(std::floor(x / kCell));
    for (int64_t i = cell - 1; i <= cell + 1; ++i) {
        const double grove = value_noise({static_cast<double>(i) * 0.07, 0.5}, scene.seed + 58);
        const double height =
            (0.012 + 0.030 * hash01(i, 0, scene.seed + 56)) * smooth_step(0.25, 0.75, grove);
        const double middle = (static_cast<double>(i) + hash01(i, 1, scene.seed + 56)) * kCell;
        const double fir = kWaterline - height * (1 - std::abs(x - middle) / (0.28 * height + 0.002));
        top = fir < top ? fir : top;
    }
    return top;
}

Colour above_water(const Scene& scene, Point p) {
    if (p.y > far_tree_top(scene, p.x)) {
        const double light = value_noise({p.x * 160, p.y * 190}, scene.seed + 59);
        return mix({0.07, 0.15, 0.10}, {0.17, 0.29, 0.15}, light);
    }
    for (size_t index = kRidges.size(); index > 0; --index) {
        if (p.y > ridge_top(scene, index - 1, p.x)) return ridge_colour(scene, index - 1, p);
    }
    return sky(scene, p);
}

// Ripples grow towards the viewer. They move the mirrored point, and tilt some water towards the upper sky.
Colour lake(const Scene& scene, Point p) {
    const double below = p.y - kWaterline;
    const double depth = 1 / (0.02 + below);
    const double ripple = fractal_noise({p.x * depth * 1.3, depth * 22}, 4, scene.seed + 61) - 0.5;
    const double calm = smooth_step(0.40, 0.60, value_noise({p.x * 1.3, p.y * 26}, scene.seed + 62));
    const double strength = mix(0.35, 1.0, calm);
    const Point mirrored = {p.x + 0.05 * ripple * below * strength,
                            kWaterline - below * 1.12 + 0.22 * ripple * strength * (0.02 + below)};
    const Colour mirror = above_water(scene, {mirrored.x, std::fmin(mirrored.y, kWaterline - 0.001)});
    const Colour deep = {0.10, 0.24, 0.34};
    const Colour water = mix(mirror * 0.92, deep, 0.14 + 0.9 * clamp01(below) + 0.16 * calm);
    const double track = std::abs(p.x - sun_place(scene).x) / (0.035 + 0.30 * below);
    const double glint = smooth_step(0.05, 0.17, ripple) * (1 / (1 + track * track * 2));
    return mix(water, {1.0, 0.93, 0.74}, clamp01(0.85 * glint));
}

}  // namespace

Colour paint_background(const Scene& scene, Point p) {
    return p.y < kWaterline ? above_water(scene, p) : lake(scene, p);
}

}  // namespace pantile::image
