// The memory of a run, but for the caller's own images: one block, our images one after the other, then an
// arena of scratch for each thread. What is said before a run and what emitted C takes are these numbers.
#pragma once

#include <cstdint>

#include "ir/scratch_layout.h"

namespace pantile::ir {

inline constexpr int kHugePageBits = 21;
inline constexpr int64_t kHugePage = int64_t{1} << kHugePageBits;
// Images of at least so many huge pages begin on one, others on a line of the cache.
inline constexpr int64_t kPagesOfALargeImage = 8;

inline constexpr int64_t workspace_alignment(int64_t bytes) {
    return bytes >= kPagesOfALargeImage * kHugePage ? kHugePage : kCacheLine;
}

// A size that no machine has is INT64_MAX divided by this: sums and products of sizes stop there.
inline constexpr int64_t kTooLargeDivisor = 64;
inline constexpr int64_t kTooLarge = INT64_MAX / kTooLargeDivisor;

// From one arena to the next: a line for its flag, and an odd number of pairs of lines, so that arenas do not
// compete for the same places of a cache.
inline constexpr int64_t kArenaFlag = kCacheLine;
inline constexpr int64_t kPairOfLines = 2 * kCacheLine;
inline constexpr int64_t arena_stride(int64_t bytes) {
    return (bytes + kArenaFlag + kPairOfLines - 1) / (2 * kPairOfLines) * (2 * kPairOfLines) + kPairOfLines;
}

}  // namespace pantile::ir
