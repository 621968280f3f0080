// The access map of one index: where it lies as its consumer's coordinate moves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/index.h"
#include "base/rational.h"

namespace pantile::analysis {

// For every coordinate v the index lies between scale * v + lowest and scale * v + highest, and its largest
// value (over the reductions inside) is at least scale * v + reached. Rounding by divisions and the ranges of
// reduction variables are in the offsets. All of it before 'warp' is applied.
struct IndexMap {
    std::string variable;  // of the consumer; empty: the index does not follow any coordinate, scale is 0
    Rational scale;
    Rational lowest;
    Rational highest;
    Rational reached;
    // 'clamp(x + 1, 0, w)' is x + 1 followed by a map that never steps back nor takes larger steps than its
    // argument: an expression of the placeholder.
    std::optional<Expr> warp;
};

// Sums and products of numbers, sizes and parameters: the same for every point, and one value, not an
// interval, for region inference too. A map must never be narrower than the box that is really computed.
bool is_uniform(const Expr& e);

// The variable that stands for the index inside of a warp.
Expr warp_placeholder(ScalarType type);

// Nothing when the index follows several coordinates, or data, or is not monotone. 'environment' gives the
// bounds of reduction variables.
std::optional<IndexMap> index_map(const Expr& index, const Environment& environment);

}  // namespace pantile::analysis
