// Intra-tile fusion (PolyMage+): sibling stages share their loops.
#pragma once

#include "ir/loops.h"

namespace pantile::lower {

// Loop nests over equal bounds as one nest: their bodies run one after the other at each point, so that what
// they both read stays in registers. Nests that differ stay apart, from the loop on where they do.
ir::StatementPtr fuse_loops(const std::vector<ir::StatementPtr>& nests);

}  // namespace pantile::lower
