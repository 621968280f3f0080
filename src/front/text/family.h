// The members of families: 'G[0]', 'G[l in 1..L-1]', 'P[l in 0..3, k in 0..l]'.
#pragma once

#include <vector>

#include "front/text/ast.h"
#include "front/text/const_eval.h"
#include "front/text/report.h"

namespace pantile::front {

inline constexpr size_t kMostIndices = 8;

using Indices = std::vector<int64_t>;

// The indices that a head stands for, in order, at most 'most'. Nothing, after a report, when they are more
// or wrong.
std::optional<std::vector<Indices>> members_of(const ast::Head& head, const ConstTable& consts, size_t most,
                                               Report& report);

}  // namespace pantile::front
