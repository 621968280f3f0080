// Whether the reduction tiles of a group can be made, and if not why.
#pragma once

#include "schedule/schedule.h"

namespace pantile::plan {

// One sentence for each reason.
std::vector<std::string> why_illegal_reductions(const schedule::Group& group, const ir::Pipeline& pipeline);

}  // namespace pantile::plan
