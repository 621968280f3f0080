// The near shore: grass, flowers, firs and a broad-leaved tree.
#include <array>
#include <cmath>

#include "image/scene.h"

namespace pantile::image {
namespace {

// A fir stands on 'foot'; its boughs hang in layers.
struct Fir {
    Point foot;
    double height;
};

double square(double t) { return t * t; }

bool covers(const Fir& fir, Point p, uint32_t seed) {
    const double up = (fir.foot.y - p.y) / fir.height;
    if (up < 0 || up > 1) return false;
    const double aside = std::abs(p.x - fir.foot.x) / fir.height;
    if (up < 0.09) return aside < 0.018;
    const double layer = fraction(up * 11);
    const double ragged = 0.045 * (value_noise({p.x * 240, p.y * 300}, seed) - 0.5);
    const double skirt = mix(0.35, 1.0, smooth_step(0.06, 0.15, up));
    return aside < 0.215 * (1.02 - up) * skirt * mix(1.05, 0.66, layer) + ragged * (1.1 - up);
}

Colour fir_colour(const Fir& fir, Point p, uint32_t seed) {
    const double up = (fir.foot.y - p.y) / fir.height;
    if (up < 0.085) return {0.21, 0.14, 0.09};
    const double layer = fraction(up * 11 + 0.8 * std::abs(p.x - fir.foot.x) / fir.height);
    const double needles = fractal_noise({p.x * 170, p.y * 110}, 4, seed + 1);
    const double sunward = clamp01(0.5 - 2.6 * (p.x - fir.foot.x) / fir.height);
    const double light =
        clamp01(0.10 + 0.55 * needles * sunward + 0.30 * (1 - layer) * needles + 0.10 * sunward);
    return mix({0.03, 0.09, 0.07}, {0.30, 0.43, 0.19}, light);
}

// Leaves grow in clumps: a crown is what lies within a few discs, with a ragged edge.
struct Clump {
    double x, y, radius;
};

constexpr std::array<Clump, 9> kCrown = {{{0.00, 0.235, 0.072},
                                          {-0.062, 0.205, 0.058},
                                          {0.060, 0.208, 0.060},
                                          {-0.030, 0.285, 0.055},
                                          {0.040, 0.280, 0.052},
                                          {-0.088, 0.160, 0.042},
                                          {0.086, 0.158, 0.044},
                                          {0.000, 0.160, 0.058},
                                          {0.006, 0.325, 0.036}}};

double crown_depth(Point q, uint32_t seed) {
    double depth = -1;
    for (const Clump& clump : kCrown) {
        const double inside = 1 - std::sqrt(square(q.x - clump.x) + square(q.y - clump.y)) / clump.radius;
        depth = inside > depth ? inside : depth;
    }
    return depth + 0.75 * (fractal_noise({q.x * 55, q.y * 55}, 4, seed) - 0.5);
}

std::optional<Colour> paint_leafy_tree(Point foot, Point p, uint32_t seed) {
    const Point q = {p.x - foot.x, foot.y - p.y};
    if (q.y < -0.01 || q.y > 0.40 || std::abs(q.x) > 0.17) return std::nullopt;
    const double depth = crown_depth(q, seed);
    if (depth > 0.08) {
        const double away = crown_depth({q.x - 0.012, q.y + 0.014}, seed);
        const double leaves = value_noise({q.x * 330, q.y * 330}, seed + 5);
        const double light =
            clamp01(0.40 + 0.75 * (depth - away) + 0.45 * (leaves - 0.5) + 0.25 * (q.y - 0.2) / 0.15);
        return mix({0.07, 0.15, 0.05}, {0.60, 0.66, 0.22}, light);
    }
    const double bend = 0.006 * wave(q.y * 5);
    const double trunk = 0.0085 + 0.010 * square(clamp01(1 - q.y / 0.06));
    if (std::abs(q.x - bend) > trunk || q.y > 0.24 || q.y < 0) return std::nullopt;
    const double bark = fractal_noise({q.x * 500, q.y * 60}, 3, seed + 6);
    return Colour{0.34, 0.25, 0.18} * (mix(0.6, 1.2, bark) * (q.x < bend ? 1.15 : 0.75));
}

// Blades are noise that is stretched upwards; near the viewer long ones take over from short ones.
Colour grass(const Scene& scene, Point p, double below) {
    const double near = smooth_step(0.0, 0.20, below);
    const double far_blades = fractal_noise({p.x * 230, p.y * 120}, 3, scene.seed + 45);
    const double near_blades = fractal_noise({p.x * 150 + p.y * 20, p.y * 26}, 4, scene.seed + 42);
    const double fine = mix(far_blades, near_blades, near);
    const double patch = fractal_noise({p.x * 5, p.y * 13}, 4, scene.seed + 46);
    const Colour dry = {0.62, 0.61, 0.27};
    const Colour lush = {0.25, 0.44, 0.13};
    const Colour blend = mix(lush, dry, smooth_step(0.36, 0.70, patch));
    return blend * (mix(0.98, 0.80, near) * mix(0.40, 1.50, fine));
}

Colour paint_flowers(const Scene& scene, Point p, double below, Colour behind) {
    constexpr std::array<Colour, 4> kPetals = {
        {{0.95, 0.92, 0.86}, {0.94, 0.76, 0.18}, {0.84, 0.22, 0.20}, {0.58, 0.42, 0.80}}};
    const double size = 0.010;
    const int64_t column = static_cast<int64_t>(std::floor(p.x / size));
    const int64_t row = static_cast<int64_t>(std::floor(p.y / size));
    const double meadow = value_noise({p.x * 7, p.y * 9}, scene.seed + 48);
    if (hash01(column, row, scene.seed + 49) > 0.34 * smooth_step(0.45, 0.8, meadow) || below < 0.03)
        return behind;
    const Point middle = {
        (static_cast<double>(column) + 0.3 + 0.4 * hash01(column, row, scene.seed + 50)) * size,
        (static_cast<double>(row) + 0.3 + 0.4 * hash01(column, row, scene.seed + 51)) * size};
    const double radius = (0.10 + 0.16 * clamp01(below / 0.22)) * size;
    const double distance = square(p.x - middle.x) + square((p.y - middle.y) * 1.3);
    if (distance > radius * radius) return behind;
    const Colour petal = kPetals[static_cast<size_t>(4 * hash01(column, row, scene.seed + 52))];
    return distance < 0.12 * radius * radius ? Colour{0.98, 0.80, 0.25} : petal;
}

// A sandy path from the door to the lower edge.
double path_cover(const Scene& scene, Point p) {
    const Point foot = house_place(scene);
    const double along = p.y - foot.y;
    if (along < 0) return 0;
    const double middle = foot.x - 0.9 * along - 1.8 * along * along;
    const double half = 0.026 + 0.32 * along;
    const double ragged = 0.012 * (fractal_noise({p.x * 60, p.y * 60}, 3, scene.seed + 53) - 0.5);
    return smooth_step(half + 0.010, half - 0.006, std::abs(p.x - middle) + ragged * 2);
}

}  // namespace

double shore_height(const Scene& scene, double x) {
    const double house = house_place(scene).x;
    const double rise = smooth_step(house - 0.75, house - 0.25, x);
    return 0.865 - 0.075 * rise + 0.020 * (fractal_noise({x * 4, 0.5}, 3, scene.seed + 44) - 0.5) +
           0.006 * (value_noise({x * 130, 0.5}, scene.seed + 43) - 0.5);
}

std::optional<Colour> paint_meadow(const Scene& scene, Point p) {
    const double below = p.y - shore_height(scene, p.x);
    if (below < 0) return std::nullopt;
    const Colour bank =
        Colour{0.36, 0.31, 0.22} * (0.7 + 0.5 * value_noise({p.x * 120, p.y * 160}, scene.seed + 47));
    Colour ground = mix(bank, grass(scene, p, below), smooth_step(0.004, 0.012, below));
    const double pebbles = value_noise({p.x * 190, p.y * 260}, scene.seed + 54);
    ground = mix(ground, Colour{0.74, 0.64, 0.47} * (0.78 + 0.32 * pebbles), 0.92 * path_cover(scene, p));
    const Point foot = house_place(scene);
    const double shade =
        smooth_step(0.05, 0.0, p.y - foot.y) * smooth_step(0.36, 0.30, std::abs(p.x - foot.x - 0.02));
    ground = ground * (1 - 0.40 * shade);
    return path_cover(scene, p) > 0.1 ? ground : paint_flowers(scene, p, below, ground);
}

std::optional<Colour> paint_trees(const Scene& scene, Point p) {
    const double left = -scene.half_width;
    // The nearest first.
    const std::array<Fir, 4> firs = {{{{left + 0.125, 0.965}, 0.58},
                                      {{left + 0.305, 0.955}, 0.26},
                                      {{left + 0.015, 0.925}, 0.50},
                                      {{left + 0.225, 0.915}, 0.36}}};
    uint32_t seed = scene.seed + 12;
    for (const Fir& fir : firs) {
        if (covers(fir, p, seed)) return fir_colour(fir, p, seed);
        ++seed;
    }
    return paint_leafy_tree({house_place(scene).x - 0.43, 0.868}, p, scene.seed + 41);
}

}  // namespace pantile::image
