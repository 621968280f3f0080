// Divisions and remainders by powers of two become shifts and masks, which vector units have.
// Floor division and floor remainder make this exact for negative numbers too.
#pragma once

#include "ir/loops.h"

namespace pantile::passes {

ir::Expr reduce_strength(const ir::Expr& e);
ir::Loops reduce_strength(const ir::Loops& loops);

}  // namespace pantile::passes
