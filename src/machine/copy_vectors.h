// Copies memory as fast as a core can, with its widest vectors.
#pragma once

#include <cstddef>

namespace pantile::machine {

// A copier goes through whole blocks (read_vectors.h), between addresses that are multiples of 64.
using Copier = void (*)(const std::byte* from, std::byte* to, size_t bytes);

// With vectors of that many bytes, or of fewer where this processor has no such vectors.
Copier copier_of(int vector_bytes);
// With stores that go past the caches, where there are such; their lines have arrived when it returns.
Copier streamer_of(int vector_bytes);

}  // namespace pantile::machine
