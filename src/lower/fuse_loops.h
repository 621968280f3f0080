// Small transformations of statements that lowering ends with.
#pragma once

#include <set>
#include <string>

#include "ir/loops.h"

namespace pantile::lower {

// Loop nests over equal bounds as one nest: their bodies run one after the other at each point, so that what
// they both read stays in registers. Nests that differ stay apart, from the loop on where they do.
ir::StatementPtr fuse_loops(const std::vector<ir::StatementPtr>& nests);

// Drops declarations that nothing uses; 'kept' names those that are used elsewhere.
ir::StatementPtr without_unused(const ir::StatementPtr& s, const std::set<std::string>& kept);

}  // namespace pantile::lower
