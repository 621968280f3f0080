// An expression at a neighbouring point.
#pragma once

#include "ir/expr.h"

namespace pantile::lower {

// The expression 'by' points further along a dimension. Sums of integers are written in one way, so that what
// two neighbours both need is the same expression for both.
ir::Expr moved(const ir::Expr& e, const std::string& dim, int64_t by);

}  // namespace pantile::lower
