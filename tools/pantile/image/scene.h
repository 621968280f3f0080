// The parts of the synthetic photo. A point has its origin in the middle of the upper edge; both axes count
// in heights of the picture, so that y runs from 0 to 1 downwards and circles are round at any aspect.
#pragma once

#include <optional>

#include "image/noise.h"

namespace pantile::image {

struct Scene {
    uint32_t seed = 0;
    double half_width = 0.75;
    double pixel = 1.0 / 512;
};

inline constexpr double kWaterline = 0.585;

// Sky, sun, clouds and mountains, and their picture in the lake.
Colour paint_background(const Scene& scene, Point p);

// The near shore with its grass and flowers, the house with its roof of pantiles, and the trees; nothing
// where one sees past them.
std::optional<Colour> paint_meadow(const Scene& scene, Point p);
std::optional<Colour> paint_house(const Scene& scene, Point p);
std::optional<Colour> paint_trees(const Scene& scene, Point p);

// The upper edge of the near shore.
double shore_height(const Scene& scene, double x);

// The middle of the house's foot.
Point house_place(const Scene& scene);

}  // namespace pantile::image
