// A stage by cases, computed where it is read: its reader gets a case for each of the stage's cases.
//
//     d(x, c) = case c < 3: a(x, c)
//               otherwise:  b(x)
//     u(x, c) = d(x, c) + d(x, 3)
//
// becomes
//
//     u(x, c) = case c < 3: a(x, c) + b(x)
//               otherwise:  b(x) + b(x)
//
// As before, only the branch that holds is evaluated.
#pragma once

#include <functional>
#include <unordered_map>

#include "ir/pipeline.h"

namespace pantile::rewrite {

using Definitions = std::unordered_map<std::string, const ir::Stage*>;

// What a case of a definition says, at the point that is read of it.
using AtPoint = std::function<ir::Expr(const ir::Access& read, const ir::Expr& of_case)>;

// The same cases, without reads of the definitions that have cases. Nothing where these would be too many, or
// where the case that holds depends on more than coordinates of the reader and parameters.
std::optional<std::vector<ir::Case>> split_by_cases(const std::vector<ir::Case>& cases,
                                                    const Definitions& definitions, const AtPoint& at_point);

// The same value, where it is known for all points alike which cases hold.
std::optional<ir::Expr> choose_cases(const ir::Expr& value, const Definitions& definitions,
                                     const AtPoint& at_point);

}  // namespace pantile::rewrite
