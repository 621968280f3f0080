// Reads memory as fast as a core can, with its widest vectors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pantile::machine {

// A reader goes through whole blocks, from an address that is a multiple of 64.
inline constexpr size_t kReadBlock = 256;

// The sum of what was read, so that reading is not in vain.
using Reader = uint64_t (*)(const std::byte* begin, size_t bytes);

// With vectors of that many bytes, or of fewer where this processor has no such vectors.
Reader reader_of(int vector_bytes);

}  // namespace pantile::machine
