// Memory to measure with: whole cache lines, uninitialised, so that whoever writes it first has it near.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace pantile::machine {

inline constexpr size_t kLineBytes = 64;

struct FreeLines {
    void operator()(std::byte* bytes) const { std::free(bytes); }
};
using Lines = std::unique_ptr<std::byte, FreeLines>;

// Begins at a page; null when there is not so much memory.
inline Lines allocate_lines(size_t bytes) {
    constexpr size_t kPage = 4096;
    return Lines(static_cast<std::byte*>(std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage)));
}

}  // namespace pantile::machine
