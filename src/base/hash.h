// Hashes that do not change between runs, machines or library versions (unlike std::hash).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pantile {

inline constexpr uint64_t kHashSeed = 0xcbf29ce484222325ull;

// Spreads every bit of 'h' over all bits of the result; one to one.
constexpr uint64_t scramble(uint64_t h) {
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdull;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53ull;
    return h ^ (h >> 33);
}

// FNV-1a with a final mix, so that short inputs spread over all bits.
uint64_t stable_hash(std::string_view bytes, uint64_t seed = kHashSeed);

// 32 hexadecimal digits: two independent 64-bit hashes. For cache keys and pipeline fingerprints, where an
// accidental collision must be out of the question; it is no defence against a forger.
std::string fingerprint(std::string_view bytes);

}  // namespace pantile
