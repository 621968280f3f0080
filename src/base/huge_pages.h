// Large blocks of memory on large pages: the system hands them out faster, and the processor finds them
// faster.
#pragma once

#include <cstddef>

namespace pantile {

// Asks the system for huge pages where 'memory' spans many of them and was not touched yet. The system may
// decline.
void prefer_huge_pages(void* memory, size_t bytes);

}  // namespace pantile
