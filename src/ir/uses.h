// Which buffers statements and expressions of Loops touch.
#pragma once

#include <set>
#include <string>

#include "ir/loops.h"

namespace pantile::ir {

std::set<std::string> buffers_read(const Expr& e);

// Read or written anywhere in 's'.
std::set<std::string> buffers_used(const Statement& s);

bool uses_scratch(const Loops& loops, const Compute& step);

// The loop over tasks of a step that runs in parallel, or null.
const For* task_loop(const Compute& step);

// Whether tasks use scratch: then every thread needs an arena, otherwise one is enough.
bool tasks_use_scratch(const Loops& loops);

}  // namespace pantile::ir
