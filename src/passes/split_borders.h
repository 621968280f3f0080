// Borders apart from the interior. A loop over a coordinate whose body has clamps, mirrored indices or
// conditions on that coordinate becomes two: one over the interior, where clamps change nothing and
// conditions are known, and one over what lies left and right of it, with the body as it was.
//
// The code grows by one copy of the body, whatever the number of dimensions: a row that is no interior row
// has an empty interior, and so has a row whose interior is shorter than a vector. Iterations of a loop over
// a coordinate do not depend on each other (a definition is pure, an update reads no neighbour along its own
// coordinates), so the interior may run first. Loops of threads stay as they are: a step has one.
#pragma once

#include "passes/vectorize.h"

namespace pantile::passes {

ir::Loops split_borders(const ir::Loops& loops, const machine::Target& target);

}  // namespace pantile::passes
