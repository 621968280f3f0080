// The rules that every schedule must obey. Lowering relies on them.
#pragma once

#include "schedule/schedule.h"

namespace pantile::plan {

// Why the schedule cannot be used for this pipeline; empty when it can. Nothing is repaired.
Diagnostics check_legal(const schedule::Schedule& schedule, const ir::Pipeline& pipeline);

}  // namespace pantile::plan
