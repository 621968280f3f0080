// Whether it depends on what inputs or other stages hold which case of a stage holds.
#pragma once

#include "ir/traverse.h"

namespace pantile::random {

inline bool depends_on_data(const std::optional<ir::Expr>& condition) {
    bool found = false;
    if (condition)
        ir::for_each_node(*condition, [&](const ir::Expr& n) { found |= ir::as<ir::Access>(n) != nullptr; });
    return found;
}

}  // namespace pantile::random
