// Locals that nothing uses are not computed.
#pragma once

#include <set>
#include <string>

#include "ir/loops.h"

namespace pantile::ir {

// 's' without the locals declared in it that nothing in it uses; 'kept' names those that are used elsewhere.
StatementPtr drop_unused(const StatementPtr& s, const std::set<std::string>& kept);

}  // namespace pantile::ir
