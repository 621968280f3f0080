// How long a core waits for one value from memory.
#pragma once

#include <cstddef>

#include "machine/timing.h"

namespace pantile::machine {

// Nanoseconds of a load that must end before the next can begin, at random in that many bytes; 0 when there
// is not enough memory.
double load_latency(size_t bytes, const Effort& effort);

}  // namespace pantile::machine
