// Sliding windows: how far each stage of a group has got when the tile has been walked up to some row, and
// how many of its rows must be kept (PolyMage+, Algorithm 4, as watermarks instead of skewed loops).
//
// Time is the row of the reference stage that the walk has reached. At time t a stage has been computed up to
// a row between scale * t + least_progress and scale * t + most_progress.
#pragma once

#include "plan/group_space.h"

namespace pantile::plan {

struct SlidingStage {
    size_t dim;         // the stage's own dimension that is walked
    int64_t live_rows;  // how many rows scratch must hold at once
    // Whether a step may make more rows than that, since before it nobody read the stage: then only the last
    // of them are read.
    bool jumps = false;
};

struct SlidingSpace {
    // For each stage of the group; none: the stage is computed as a whole before the walk begins.
    std::vector<std::optional<SlidingStage>> stages;
    int64_t warm_up = 0;  // how many rows before the first one of the tile the walk begins
};

// The walk goes along dimension 'dim' of the reference stage, 'rows' rows at a time.
SlidingSpace infer_sliding(const ir::Pipeline& pipeline, const GroupSpace& space, size_t dim, int64_t rows);

}  // namespace pantile::plan
