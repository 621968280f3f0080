// Memory to measure with: whole cache lines, uninitialised, so that whoever writes it first has it near.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "base/huge_pages.h"

namespace pantile::machine {

inline constexpr size_t kLineBytes = 64;

struct FreeLines {
    void operator()(std::byte* bytes) const { std::free(bytes); }
};
using Lines = std::unique_ptr<std::byte, FreeLines>;

// Begins at a page, on huge ones where it is large, as our images are; null when there is not so much memory.
inline Lines allocate_lines(size_t bytes) {
    constexpr size_t kPage = 4096;
    const size_t whole = (bytes + kPage - 1) / kPage * kPage;
    Lines lines(static_cast<std::byte*>(std::aligned_alloc(kPage, whole)));
    if (lines) prefer_huge_pages(lines.get(), whole);
    return lines;
}

}  // namespace pantile::machine
