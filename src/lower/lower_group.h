// A group of stages as one step: a loop over tiles, and in each tile the stages one after the other, or, when
// the tile slides, row by row in turn.
#pragma once

#include "lower/lower.h"

namespace pantile::lower {

struct LoweredGroup {
    std::vector<ir::NamedBound> bounds;  // to be known at entry
    std::vector<ir::LoopBuffer> scratch;
    ir::Compute step;
};

// A tiled group of the plan.
LoweredGroup lower_group(const plan::Plan& plan, const plan::GroupPlan& group);

}  // namespace pantile::lower
