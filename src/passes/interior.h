// The interior of a loop: where clamps change nothing and conditions have a known answer.
#pragma once

#include <optional>

#include "ir/loops.h"
#include "passes/typical_values.h"

namespace pantile::passes {

// 'body' computes the same as the loop's body wherever the variable is at least every 'lowest', at most every
// 'highest', and every expression of 'rows' is at least zero. All of these are exact, of type i64, and do not
// change inside of the loop.
struct Interior {
    ir::Exprs lowest;
    ir::Exprs highest;
    ir::Exprs rows;
    ir::StatementPtr body;
};

// Nothing when no assumption simplifies the body. Of two possible assumptions the one is made that holds for
// most of a typical loop: 'typical' knows the values around the loop.
std::optional<Interior> find_interior(const ir::For& loop, const TypicalValues& typical);

}  // namespace pantile::passes
