// The clock of a core.
#pragma once

#include "machine/timing.h"

namespace pantile::machine {

// Nanoseconds of an addition that waits for the one before, with that many cores at work: processors slow
// down when all cores are.
double add_time(int cores, const Effort& effort);

}  // namespace pantile::machine
