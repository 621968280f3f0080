// The rules for one group: its tiles, its shape, its walk, its fused loops.
#pragma once

#include "analysis/regions.h"
#include "schedule/schedule.h"

namespace pantile::plan {

// Reasons why the group cannot be lowered as it is; empty when it can. Its stages exist and are in order.
std::vector<std::string> why_illegal(const schedule::Group& group, const ir::Pipeline& pipeline,
                                     const analysis::Regions& regions);

}  // namespace pantile::plan
