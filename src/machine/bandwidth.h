// How many bytes in a second cores read and copy.
#pragma once

#include <cstddef>

#include "machine/timing.h"

namespace pantile::machine {

// own: each core has memory of its own. common: all read the same, so that together they find it in the
// cache that they share and none finds it in its own.
enum class WorkingSet { own, common };

// copy, stream: as many bytes are written elsewhere, by stores that fill the caches and by others that go
// past them.
enum class Kind { read, copy, stream };

struct Traffic {
    size_t bytes;  // that each core reads, again and again
    int cores;
    int vector_bytes;
    WorkingSet working_set = WorkingSet::own;
    // What cores share they must use at the same time, by the wall. What each has for itself need not be:
    // then a machine that is busy with other things does not look slow.
    Clock clock = Clock::core;
    Kind kind = Kind::read;
};

// GB/s that all these cores together read; 0 when there is not enough memory. Copies are of memory that each
// core has for itself.
double bandwidth(const Traffic& traffic, const Effort& effort);

// GB/s that one core reads of rows in parts: many rows, a short part of each, then the next parts. 0 when
// there is not enough memory.
double bandwidth_in_parts(size_t bytes, int vector_bytes, const Effort& effort);

}  // namespace pantile::machine
