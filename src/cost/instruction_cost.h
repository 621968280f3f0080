// Operations into cycles: the arithmetic half of our own cost model.
#pragma once

#include "cost/extents.h"
#include "cost/stage_work.h"
#include "machine/machine.h"
#include "pantile/math_mode.h"

namespace pantile::cost {

// Cycles for a box of a stage with these extents, all of its definitions. In fast math exp, pow and their
// like of f32 vectors are arithmetic on vectors, else calls of the C library, lane by lane.
double cycles_of(const std::vector<DefinitionWork>& work, const Extents& extents,
                 const machine::Machine& machine, Math math = Math::strict);

// The same with blocks of points along 'dim' and, of sums, so many vectors at once; the points that are left
// over are computed one by one.
struct BlockCost {
    const std::vector<DefinitionWork>& single;
    const std::vector<DefinitionWork>& blocked;
    size_t dim;
    int64_t count;
    int64_t vectors;
};
double cycles_of(const BlockCost& block, const Extents& extents, const machine::Machine& machine, Math math);

}  // namespace pantile::cost
