// Locals that nothing uses any more are not computed.
#pragma once

#include "ir/loops.h"

namespace pantile::passes {

// 's' without the locals declared in it that nothing in it uses. Locals that change stay.
ir::StatementPtr drop_unused(const ir::StatementPtr& s);

}  // namespace pantile::passes
