// Exact arithmetic on symbolic 64-bit bounds: expressions of type i64 over box limits, sizes and parameters.
// These never wrap: coordinates are limited at entry so that they cannot (see regions.h, 'checks').
#pragma once

#include <functional>
#include <optional>

#include "ir/expr.h"

namespace pantile::analysis {

using ir::Expr;

// e + k, merged with a constant that e already ends in.
Expr plus(const Expr& e, int64_t k);
Expr plus(const Expr& a, const Expr& b);
Expr minus(const Expr& a, const Expr& b);
Expr times(const Expr& a, const Expr& b);
Expr negated(const Expr& e);
Expr floor_divided(const Expr& e, int64_t positive);
Expr smaller(const Expr& a, const Expr& b);
Expr larger(const Expr& a, const Expr& b);

// e as base + offset, the offset a constant.
struct Offset {
    std::optional<Expr> base;  // none: e is the offset alone
    int64_t offset;
};
Offset split_offset(const Expr& e);

// The least (or greatest) of several bounds; those that differ from another by a constant are dropped.
Expr least(const std::vector<Expr>& bounds);
Expr greatest(const std::vector<Expr>& bounds);

// The value of a bound, or nothing when it overflows 64 bits. 'value_of' gives the value of each variable.
using Lookup = std::function<int64_t(const ir::Variable&)>;
std::optional<int64_t> evaluate_bound(const Expr& e, const Lookup& value_of);

}  // namespace pantile::analysis
