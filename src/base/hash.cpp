#include "base/hash.h"

#include <fmt/format.h>

namespace pantile {

uint64_t stable_hash(std::string_view bytes, uint64_t seed) {
    uint64_t h = seed;
    for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    return scramble(h ^ bytes.size());
}

std::string fingerprint(std::string_view bytes) {
    constexpr uint64_t kSecondSeed = 0x9e3779b97f4a7c15ull;
    return fmt::format("{:016x}{:016x}", stable_hash(bytes), stable_hash(bytes, kSecondSeed));
}

}  // namespace pantile
