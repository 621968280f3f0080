// Writes out reductions over few points: a 3x3 sum becomes nine terms. Longer ones stay and become loops.
// The order of evaluation is kept, so results are the same to the last bit.
#pragma once

#include "ir/expr.h"

namespace pantile::ir {

Expr unroll_reductions(const Expr& e);

// The number of points of such a domain: known, positive and small.
std::optional<int64_t> few_points(const ReductionDomain& domain);

}  // namespace pantile::ir
