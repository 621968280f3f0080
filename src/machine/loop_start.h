// What it costs to run a loop in parallel at all.
#pragma once

#include "machine/timing.h"

namespace pantile::machine {

// Nanoseconds to start an empty loop on that many cores and to wait for its end.
double loop_start_time(int cores, const Effort& effort);

}  // namespace pantile::machine
