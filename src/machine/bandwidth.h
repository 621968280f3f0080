// How many bytes in a second cores read.
#pragma once

#include <cstddef>

#include "machine/timing.h"

namespace pantile::machine {

// own: each core reads memory of its own. common: all read the same, so that together they find it in the
// cache that they share and none finds it in its own.
enum class WorkingSet { own, common };

struct Reading {
    size_t bytes;  // that each core reads, again and again
    int cores;
    int vector_bytes;
    WorkingSet working_set = WorkingSet::own;
    // What cores share they must read at the same time, by the wall. What each has for itself need not be:
    // then a machine that is busy with other things does not look slow.
    Clock clock = Clock::core;
};

// GB/s of all these cores together; 0 when there is not enough memory.
double read_bandwidth(const Reading& reading, const Effort& effort);

}  // namespace pantile::machine
