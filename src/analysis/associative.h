// Updates whose points may be taken in another order, and updates that can be split without one.
//
// The order counts in general: an update is a loop, and later points see what earlier ones stored. It does
// not count for an update that only combines values into places, 'f(args) = f(args) op e', by an operator
// that is associative and commutative to the last bit. Integers have such operators, since they wrap around.
// Floats have none: sums and products round, and which NaN or zero a minimum keeps depends on the order.
#pragma once

#include <optional>

#include "ir/pipeline.h"

namespace pantile::analysis {

// How values are combined into a place.
struct Combination {
    std::optional<ir::BinaryOp> op;  // none: they are added
    ir::Value identity;              // combining with it changes nothing

    ir::Expr operator()(const ir::Expr& so_far, const ir::Expr& next) const;
};

// How the update combines values, where their order does not matter: neither 'e', nor the arguments, nor the
// condition read the stage. 'f(args) - e' adds up differences, and counts as a sum.
std::optional<Combination> order_free(const ir::Stage& stage, const ir::Update& update);

// Whether every place gets its values in the same order when the loop over a reduction variable of the update
// (by its number) is split, and the loop over its pieces becomes the outermost: when every slower variable
// stands for itself among the arguments, so that its values belong to different places, which do not read
// each other. The slowest variable has no slower one.
bool splits_in_order(const ir::Stage& stage, const ir::Update& update, size_t variable);

}  // namespace pantile::analysis
