// How far out coordinates may lie so that no index of the pipeline can overflow.
#pragma once

#include "analysis/regions.h"

namespace pantile::analysis {

struct Limits {
    // Every dimension of every input and output stays within ±coordinate.
    int64_t coordinate;
    // Conditions that this limit does not establish by itself: to be checked when the pipeline runs.
    std::vector<NoWrap> checked_at_entry;
    // Boxes, as (stage, dimension), that may leave the range of coordinates: to be checked as well.
    std::vector<std::pair<size_t, size_t>> boxes_checked_at_entry;
};

Result<Limits> choose_limits(const ir::Pipeline& pipeline, const Regions& regions);

}  // namespace pantile::analysis
