// Gives global buffers places in one workspace: a buffer takes over the place of one that was released
// before it is allocated. Greedy, in the order in which steps run: sizes are known only when the pipeline
// runs, so a free place that held a buffer of the same shape is the best choice, and any other free place the
// next best.
//
// It does not move steps, and Allocate and Release stay: they mark when a buffer may be used.
#pragma once

#include "ir/loops.h"

namespace pantile::passes {

ir::Loops plan_storage(const ir::Loops& loops);

}  // namespace pantile::passes
