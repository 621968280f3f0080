// One random stage: a pure definition, cases, or a definition with updates.
#pragma once

#include "random/maker.h"

namespace pantile::random {

ir::Stage make_stage(Random& random, Maker& maker, std::string name, std::vector<std::string> dims);

// A stencil on two stages of the same dimensions, at the same neighbours: of both, a tile needs the same
// part.
ir::Stage make_joint_stage(Random& random, std::string name, const ir::Stage& a, const ir::Stage& b);

// Adds one or a few updates: sums, scatters, scans, stores to single points.
void add_updates(Random& random, Maker& maker, ir::Stage& stage);

}  // namespace pantile::random
