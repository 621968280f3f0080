// How the elements of a scratch buffer lie in its thread's arena.
#pragma once

#include "ir/loops.h"

namespace pantile::ir {

// Elements are counted as in an array: dimension 0 is dense, and each stride is the room of all dimensions
// before it. Rows begin on cache lines, and are never a multiple of 4 KB long: the points above and below
// each other would then compete for the same few places of the cache.
struct ScratchLayout {
    Exprs strides;  // in elements; numbers, or expressions over bounds where extents are
    Expr bytes;     // a multiple of 64
};

ScratchLayout scratch_layout(const LoopBuffer& scratch);

inline constexpr int64_t kCacheLine = 64;

}  // namespace pantile::ir
