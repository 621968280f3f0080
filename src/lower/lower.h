// Pipeline and schedule into Loops: entry bounds and checks, storage, and the loop nests in order.
#pragma once

#include "analysis/limits.h"
#include "analysis/regions.h"
#include "ir/loops.h"
#include "ir/neighbours.h"
#include "schedule/schedule.h"

namespace pantile::lower {

struct LowerRequest {
    const ir::Pipeline& pipeline;
    const analysis::Regions& regions;
    const analysis::Limits& limits;
    const schedule::Schedule& schedule;
    ir::SumOrder sums = ir::SumOrder::kept;
};

ir::Loops lower(const LowerRequest& request);

}  // namespace pantile::lower
