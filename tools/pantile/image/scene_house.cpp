// The house, under a hipped roof of pantiles.
#include <cmath>
#include <initializer_list>

#include "image/scene.h"

namespace pantile::image {
namespace {

// Measured from the middle of the house's foot, upwards positive.
constexpr double kHalfWall = 0.265;
constexpr double kEaves = 0.135;
constexpr double kRidge = 0.345;
constexpr double kHalfEaves = 0.315;
constexpr double kHalfRidge = 0.165;
constexpr double kTileWidth = 0.0225;
constexpr double kTileHeight = 0.0262;

struct Box {
    double left, bottom, right, top;
    bool contains(Point q) const { return q.x > left && q.x < right && q.y > bottom && q.y < top; }
};

// The cross-section of a pantile over one width: a broad hollow, then a narrow roll.
double profile(double s) {
    const double t = fraction(s);
    return t < 0.62 ? -0.7 * 4 * (t / 0.62) * (1 - t / 0.62)
                    : 4 * ((t - 0.62) / 0.38) * (1 - (t - 0.62) / 0.38);
}

double slope_of_profile(double s) { return (profile(s + 0.03) - profile(s - 0.03)) / 0.06; }

double roof_half_width(double height) {
    return mix(kHalfEaves, kHalfRidge, clamp01((height - kEaves) / (kRidge - kEaves)));
}

Colour tile_clay(const Scene& scene, int64_t column, int64_t row) {
    const double shade = hash01(column, row, scene.seed + 31);
    const double age = hash01(column, row, scene.seed + 32);
    const Colour clay = mix({0.66, 0.26, 0.14}, {0.88, 0.45, 0.25}, shade);
    return age > 0.90   ? mix(clay, {0.42, 0.24, 0.20}, 0.6)
           : age < 0.10 ? mix(clay, {0.95, 0.62, 0.40}, 0.5)
                        : clay;
}

// Rows overlap like scales: each lower edge follows the profile, and throws a shadow on the row below.
Colour pantiles(const Scene& scene, Point q) {
    const double across = q.x / kTileWidth + 200;
    const double down = (kRidge - q.y) / kTileHeight + 0.16 * profile(across);
    const int64_t column = static_cast<int64_t>(std::floor(across));
    const int64_t row = static_cast<int64_t>(std::floor(down));
    const double along = down - std::floor(down);
    const double sunward = slope_of_profile(across);
    double light = 0.86 + 0.085 * sunward + 0.13 * profile(across);
    light *= mix(0.36, 1.0, smooth_step(0.02, 0.26, along));
    light += 0.20 * smooth_step(0.86, 0.93, along) * smooth_step(1.0, 0.97, along);
    // The hollow lies in the shadow of the roll on its sunward side.
    light *= mix(0.72, 1.0, smooth_step(0.0, 0.16, fraction(across)));
    const double stain = fractal_noise({q.x * 34, q.y * 22}, 4, scene.seed + 33);
    const Colour clay =
        mix(tile_clay(scene, column, row), {0.38, 0.38, 0.20}, 0.55 * smooth_step(0.60, 0.80, stain));
    const double grit = 0.94 + 0.12 * value_noise({q.x * 600, q.y * 600}, scene.seed + 34);
    return clay * (light * grit);
}

// Half-round tiles along an edge; 'along' counts tiles and 'aside' runs from -1 to 1 across the row of them.
Colour ridge_tile(const Scene& scene, double along, double aside) {
    const int64_t number = static_cast<int64_t>(std::floor(along));
    const double t = along - std::floor(along);
    const double light =
        (1.08 - 0.42 * aside * aside + 0.20 * aside) * mix(0.55, 1.0, smooth_step(0.0, 0.14, t));
    return tile_clay(scene, number, 977) * light;
}

Colour roof(const Scene& scene, Point q) {
    constexpr double kHalfCap = 0.0088;
    const double half = roof_half_width(q.y);
    if (kRidge - q.y < 2 * kHalfCap) {
        return ridge_tile(scene, q.x / 0.030 + 50, 1 - (kRidge - q.y) / kHalfCap);
    }
    const double to_hip = half - std::abs(q.x);
    if (to_hip < 2.3 * kHalfCap) {
        const double side = q.x < 0 ? 1 : -1;
        return ridge_tile(scene, (kRidge - q.y) / 0.0245 + 0.6,
                          side * (1 - to_hip / (1.15 * kHalfCap)) * -1) *
               (q.x < 0 ? 1.05 : 0.86);
    }
    return pantiles(scene, q);
}

Colour window_pane(const Scene& scene, Point q, Box box) {
    const double s = (q.x - box.left) / (box.right - box.left);
    const double t = (q.y - box.bottom) / (box.top - box.bottom);
    const bool frame = s < 0.09 || s > 0.91 || t < 0.07 || t > 0.93;
    const bool bar = std::abs(s - 0.5) < 0.035 || std::abs(t - 0.36) < 0.025 || std::abs(t - 0.66) < 0.025;
    if (frame || bar) return {0.95, 0.94, 0.90};
    const double shine =
        smooth_step(0.44, 0.58, value_noise({q.x * 30 + q.y * 34, q.y * 9}, scene.seed + 35));
    return mix({0.10, 0.15, 0.21}, {0.56, 0.68, 0.80}, 0.70 * shine * t + 0.12);
}

Colour shutter(Point q, Box box) {
    const double slat = fraction((q.y - box.bottom) / 0.0058);
    const double edge = std::fmin(q.x - box.left, box.right - q.x);
    const bool rim = edge < 0.0028 || q.y - box.bottom < 0.004 || box.top - q.y < 0.004;
    return Colour{0.16, 0.40, 0.42} * (rim ? 1.15 : mix(0.65, 1.20, slat));
}

Colour door(const Scene& scene, Point q, Box box) {
    const double s = (q.x - box.left) / (box.right - box.left);
    if (s < 0.08 || s > 0.92 || box.top - q.y < 0.005) return {0.90, 0.87, 0.80};
    if ((q.x - box.right + 0.011) * (q.x - box.right + 0.011) + (q.y - 0.043) * (q.y - 0.043) < 7e-6) {
        return {0.92, 0.78, 0.36};
    }
    const double plank = fraction(s * 5);
    const double grain = fractal_noise({q.x * 900, q.y * 45}, 3, scene.seed + 36);
    return Colour{0.46, 0.27, 0.14} * (mix(0.80, 1.15, grain) * (plank < 0.10 ? 0.55 : 1.0));
}

Colour stone_foot(const Scene& scene, Point q) {
    const double row = std::floor(q.y / 0.0095);
    const double along = q.x / 0.026 + 0.5 * row + 40;
    const bool joint = fraction(along) < 0.06 || fraction(q.y / 0.0095) < 0.13;
    const double tone =
        hash01(static_cast<int64_t>(std::floor(along)), static_cast<int64_t>(row), scene.seed + 37);
    return joint ? Colour{0.36, 0.34, 0.32} : mix({0.46, 0.44, 0.42}, {0.66, 0.63, 0.58}, tone);
}

Colour plaster(const Scene& scene, Point q) {
    if (q.y < 0.019) return stone_foot(scene, q);
    const double spots = fractal_noise({q.x * 26, q.y * 26}, 5, scene.seed + 38);
    const double grain = value_noise({q.x * 420, q.y * 420}, scene.seed + 39);
    return Colour{0.95, 0.90, 0.79} * (0.86 + 0.16 * spots + 0.05 * grain);
}

Colour wall(const Scene& scene, Point q) {
    constexpr Box kDoor = {-0.030, 0.0, 0.030, 0.098};
    if (kDoor.contains(q)) return door(scene, q, kDoor);
    // Two windows to a side, mirrored, each between a pair of shutters.
    const double side = std::abs(q.x);
    for (const double middle : {0.105, 0.205}) {
        const Box pane = {middle - 0.0175, 0.042, middle + 0.0175, 0.103};
        const Box left = {middle - 0.0375, 0.040, middle - 0.019, 0.105};
        const Box right = {middle + 0.019, 0.040, middle + 0.0375, 0.105};
        const Point mirrored = {side, q.y};
        if (pane.contains(mirrored)) return window_pane(scene, mirrored, pane);
        if (left.contains(mirrored)) return shutter(mirrored, left);
        if (right.contains(mirrored)) return shutter(mirrored, right);
    }
    return plaster(scene, q);
}

Colour chimney(const Scene& scene, Point q, Box box) {
    if (box.top - q.y < 0.012) return Colour{0.62, 0.58, 0.54} * (q.x < box.left + 0.012 ? 1.15 : 0.9);
    const double row = std::floor(q.y / 0.0075);
    const double along = q.x / 0.0165 + 0.5 * row + 80;
    const bool joint = fraction(along) < 0.09 || fraction(q.y / 0.0075) < 0.16;
    const double tone =
        hash01(static_cast<int64_t>(std::floor(along)), static_cast<int64_t>(row), scene.seed + 40);
    const Colour brick = mix({0.52, 0.24, 0.17}, {0.70, 0.36, 0.25}, tone);
    return (joint ? Colour{0.70, 0.64, 0.57} : brick) * (q.x < 0.5 * (box.left + box.right) ? 1.05 : 0.72);
}

}  // namespace

Point house_place(const Scene& scene) { return {scene.half_width - 0.385, 0.835}; }

std::optional<Colour> paint_house(const Scene& scene, Point p) {
    constexpr Box kChimney = {0.060, kRidge - 0.06, 0.108, kRidge + 0.062};
    const Point foot = house_place(scene);
    const Point q = {p.x - foot.x, foot.y - p.y};
    // The lower edge of the roof shows the tiles from below: rolls and hollows.
    const double edge = kEaves - 0.0042 * profile(q.x / kTileWidth + 200);
    if (q.y >= edge && q.y < kRidge && std::abs(q.x) < roof_half_width(q.y)) return roof(scene, q);
    if (kChimney.contains(q) && q.y >= kRidge - 0.002) return chimney(scene, q, kChimney);
    if (q.y < 0 || q.y >= kEaves + 0.01 || std::abs(q.x) >= kHalfEaves - 0.008) return std::nullopt;
    if (q.y > edge - 0.010) return Colour{0.30, 0.20, 0.13} * (q.y > edge - 0.003 ? 0.5 : 1.0);
    if (std::abs(q.x) >= kHalfWall) return std::nullopt;
    const double shadow = smooth_step(edge - 0.046, edge - 0.030, q.y + 0.12 * (q.x + kHalfWall) * 0.10);
    return wall(scene, q) * mix(1.0, 0.60, shadow);
}

}  // namespace pantile::image
