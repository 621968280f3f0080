// Input-reuse tiling of reductions (Halide's auto-scheduler, Listing 1): where an update reads more for one
// row than a cache holds, and reads it again for the next row, its reduction loop is cut into pieces that
// stay.
#pragma once

#include "search/make_schedule.h"

namespace pantile::search {

void tile_reductions(const Prepared& prepared, const machine::Target& target, schedule::Group& group);

}  // namespace pantile::search
