// What a loop would compute again and again moves in front of it: clamped and folded indices of the other
// dimensions, bounds, and conditions that the loop's variable has no part in.
//
// Only index arithmetic and conditions without loads move. A load may be guarded by a condition, and must not
// happen where the condition fails; arithmetic is total, and moves only where it cannot overflow. Plain sums
// stay where they are: the C compiler moves those. Nothing leaves a loop of threads: a task
// computes what it uses. No statement is copied.
#pragma once

#include "ir/loops.h"

namespace pantile::passes {

ir::Loops hoist_invariants(const ir::Loops& loops);

}  // namespace pantile::passes
