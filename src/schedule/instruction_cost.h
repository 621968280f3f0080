// Operations into cycles: the arithmetic half of our own cost model.
#pragma once

#include "machine/machine.h"
#include "schedule/extents.h"
#include "schedule/stage_work.h"

namespace pantile::schedule {

// Cycles for a box of a stage with these extents, all of its definitions.
double cycles_of(const std::vector<DefinitionWork>& work, const Extents& extents,
                 const machine::Machine& machine);

}  // namespace pantile::schedule
