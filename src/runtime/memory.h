// What the machine has.
#pragma once

#include <cstdint>

namespace pantile::runtime {

// Bytes of memory that a program can still get without pushing others out.
int64_t available_memory();

}  // namespace pantile::runtime
