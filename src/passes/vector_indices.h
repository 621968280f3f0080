// Indices that depend on data, such as 'table(clamp(i32(v), 0, 255))', are computed for all lanes at once:
// only the loads themselves go lane by lane.
//
// An index is exact, a number of 64 bits, of which a vector has few lanes. Where types and clamps prove that
// a part of it, and everything on the way to that part, fits 16 or 32 bits, it becomes a local vector of
// such lanes. What cannot be proved stays as it is, and so do indices that run evenly over the lanes.
#pragma once

#include "ir/loops.h"

namespace pantile::passes {

ir::Loops vector_indices(const ir::Loops& loops);

}  // namespace pantile::passes
