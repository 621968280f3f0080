// One random stage: a pure definition, cases, or a definition with updates.
#pragma once

#include "random/maker.h"

namespace pantile::random {

ir::Stage make_stage(Random& random, Maker& maker, std::string name, std::vector<std::string> dims);

// Adds one or a few updates: sums, scatters, scans, stores to single points.
void add_updates(Random& random, Maker& maker, ir::Stage& stage);

}  // namespace pantile::random
