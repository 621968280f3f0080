// An update in parts that run at the same time: each task takes a part of a reduction variable's range and
// combines into a copy of the stage of its own; at the end the copies are combined into the stage, in order.
//
// The parts are fixed by the sizes, not by the threads: the same program runs on any number of them, nothing
// is locked, and no two tasks write to one place. The copies take (number of parts) x (size of the stage) of
// memory: this is for stages that are small beside what they are computed from.
#pragma once

#include "lower/lower_stage.h"

namespace pantile::lower {

struct LoweredParts {
    std::vector<ir::NamedBound> bounds;  // to be known at entry
    ir::LoopBuffer copies;
    ir::Compute parts;
    ir::Compute merge;
};

// Whether the schedule says so for the update (counted from 1). It combines values whose order does not
// matter (analysis/associative.h).
bool is_in_parts(const StageContext& context, size_t update);

LoweredParts lower_in_parts(const StageContext& context, size_t update);

}  // namespace pantile::lower
