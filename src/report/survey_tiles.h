// What the tiles of a group compute, for actual sizes: the formulas of TileBoxes evaluated tile by tile.
#pragma once

#include "analysis/sizes.h"
#include "plan/tile_boxes.h"

namespace pantile::report {

struct StageSurvey {
    std::vector<int64_t> largest;  // for each dimension: the most that scratch must hold of it in any tile
    double points = 0;             // that all tiles together compute
};

struct TileSurvey {
    std::vector<int64_t> counts;  // of tiles, along each dimension of the reference stage
    int64_t tiles = 1;            // all of them
    int64_t seen = 0;             // how many were evaluated; when fewer, 'points' are an estimate
    std::vector<StageSurvey> stages;
};

// The box of a tile costs some microseconds for each stage.
inline constexpr int64_t kMostTilesSeen = 10000;

// 'values' knows the boxes of all stages, inputs and outputs. When there are more tiles than 'most', those
// along each dimension are thinned out evenly; the first and the last stay. Nothing when a bound has no
// value.
std::optional<TileSurvey> survey_tiles(const plan::TileBoxes& boxes, analysis::BoundValues values,
                                       int64_t most = kMostTilesSeen);

}  // namespace pantile::report
