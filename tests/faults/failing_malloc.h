// An allocator that fails when a test wants it to. It takes the place of the C library's in the program that
// it is linked to, and, as a library that is loaded before all others, in any program.
#pragma once

#include <cstdint>

namespace pantile::faults {

// The allocation of this thread with this number, counted from 1 and from now on, fails; 0: none does.
void fail_allocation(int64_t number);
// Nothing fails from here on. The number that would have failed, for fail_allocation.
int64_t pause();
// How many this thread has asked for since then.
int64_t asked_since();
// Blocks that were allocated and are not free again.
int64_t live_blocks();

}  // namespace pantile::faults
