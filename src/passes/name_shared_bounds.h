// Bounds share sub-expressions by name: what several formulas of the entry, or of a tile, have in common is
// computed once and named after the box that it is about. 'G.reads' says that a part of the box of G is not
// empty, 'G.limit' is a number that several boxes stop at.
//
// Formulas of region inference share nodes, so that a box of a long chain is small in memory; as text each of
// them would be written out. Small expressions stay where they are: 'x + 1' reads better than a name.
#pragma once

#include "ir/loops.h"

namespace pantile::passes {

ir::Loops name_shared_bounds(const ir::Loops& loops);

}  // namespace pantile::passes
