// The simplest schedule: every stage its own loop nest, in the order of the pipeline, the outer loop parallel
// and the inner loop vectorised.
#pragma once

#include "schedule/schedule.h"

namespace pantile::search {

schedule::Schedule naive(const ir::Pipeline& pipeline);

}  // namespace pantile::search
