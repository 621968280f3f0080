#include "base/huge_pages.h"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace pantile {

void prefer_huge_pages(void* memory, size_t bytes) {
#if defined(MADV_HUGEPAGE)
    constexpr size_t kHugePage = size_t{1} << 21;
    constexpr size_t kPage = 4096;
    if (bytes < 2 * kHugePage) return;
    // Advice begins at a page.
    const size_t skipped = (kPage - reinterpret_cast<uintptr_t>(memory) % kPage) % kPage;
    (void)madvise(static_cast<char*>(memory) + skipped, bytes - skipped, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}

}  // namespace pantile
