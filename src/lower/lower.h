// A plan into Loops: entry bounds and checks, storage, and the loop nests in order.
#pragma once

#include "ir/loops.h"
#include "plan/plan.h"

namespace pantile::lower {

ir::Loops lower(const plan::Plan& plan);

}  // namespace pantile::lower
