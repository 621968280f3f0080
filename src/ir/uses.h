// Which buffers statements and expressions of Loops touch.
#pragma once

#include <set>
#include <string>

#include "ir/loops.h"

namespace pantile::ir {

std::set<std::string> buffers_read(const Expr& e);

// Read or written anywhere in 's'.
std::set<std::string> buffers_used(const Statement& s);

}  // namespace pantile::ir
