// Which buffers and names statements and expressions of Loops touch.
#pragma once

#include <set>
#include <string>

#include "ir/loops.h"

namespace pantile::ir {

std::set<std::string> buffers_read(const Expr& e);

bool is_streamed(const Loops& loops, const std::string& buffer);

// Read or written anywhere in 's'.
std::set<std::string> buffers_used(const Statement& s);

// The names that get their values inside of a loop, its own variable included: what may change there. Names
// are unique within a step, as far as it matters here: one that is met twice counts as changing.
std::set<std::string> names_inside(const For& loop);

bool uses_scratch(const Loops& loops, const Compute& step);

// Whether tasks use scratch: then every thread needs an arena, otherwise one is enough.
bool tasks_use_scratch(const Loops& loops);

}  // namespace pantile::ir
