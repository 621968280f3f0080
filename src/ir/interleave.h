// Several copies of one statement that run side by side: all of them do one thing before any does the next.
#pragma once

#include "ir/loops.h"

namespace pantile::ir {

// The same statement with an ending to the names of its locals: those of several copies must not meet.
StatementPtr with_own_locals(const StatementPtr& s, const std::string& ending);

// Whether two loops run over the same values, in the same way.
bool have_equal_bounds(const For& a, const For& b);

// The copies are independent of each other and have locals of their own. Loops over equal bounds become one
// loop; what differs stays apart, one copy after the other.
StatementPtr interleave(const std::vector<StatementPtr>& copies);

}  // namespace pantile::ir
