// The loops over an update's reduction domain, tiled as the schedule says.
#pragma once

#include "lower/lower_stage.h"

namespace pantile::lower {

// What the schedule says about a reduction variable of an update (counted from 1), or null.
const schedule::ReductionTile* reduction_tile(const StageContext& context, size_t update,
                                              const std::string& variable);

// Within 'ranges', one for each variable. Pieces that run in parallel are not made here: see lower_parts.h.
DomainLoops domain_loops(const StageContext& context, size_t update,
                         const std::vector<analysis::Bounds>& ranges);

}  // namespace pantile::lower
