// Large blocks of memory on large pages: the system hands them out faster, and the processor finds them
// faster.
#pragma once

#include <cstddef>

namespace pantile {

// Asks the system for huge pages, for memory of 4 MiB and more that nobody has touched yet; on other memory
// it does little. The system may decline.
void prefer_huge_pages(void* memory, size_t bytes);

}  // namespace pantile
