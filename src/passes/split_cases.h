// A choice that is the same for a whole row is made before the row, not for each pixel in it: the loop over
// x is written once for each case, 'if c == 0: for x … else: for x …', without what the others need.
//
// A 'select' on vectors computes all of its cases. Loops that would need more than a few copies stay.
#pragma once

#include "ir/loops.h"

namespace pantile::passes {

ir::Loops split_cases(const ir::Loops& loops);

}  // namespace pantile::passes
