#include "machine/read_vectors.h"

namespace pantile::machine {
namespace {

using Vector16 [[gnu::vector_size(16)]] = uint64_t;
using Vector32 [[gnu::vector_size(32)]] = uint64_t;
using Vector64 [[gnu::vector_size(64)]] = uint64_t;

// The same loop three times: what instructions a function may use is decided where its body stands, not where
// it is inlined, so a template would read in steps of 16 bytes. Four sums at a time, since an addition must
// not wait for the one before.

uint64_t read_16(const std::byte* begin, size_t bytes) {
    const auto* at = reinterpret_cast<const Vector16*>(begin);
    Vector16 a{}, b{}, c{}, d{};
    for (const auto* const end = at + bytes / kReadBlock * kReadBlock / sizeof *at; at != end; at += 4) {
        a += at[0];
        b += at[1];
        c += at[2];
        d += at[3];
    }
    return (a + b + c + d)[0];
}

#if defined(__x86_64__)

[[gnu::target("avx2")]] uint64_t read_32(const std::byte* begin, size_t bytes) {
    const auto* at = reinterpret_cast<const Vector32*>(begin);
    Vector32 a{}, b{}, c{}, d{};
    for (const auto* const end = at + bytes / kReadBlock * kReadBlock / sizeof *at; at != end; at += 4) {
        a += at[0];
        b += at[1];
        c += at[2];
        d += at[3];
    }
    return (a + b + c + d)[0];
}

[[gnu::target("avx512f")]] uint64_t read_64(const std::byte* begin, size_t bytes) {
    const auto* at = reinterpret_cast<const Vector64*>(begin);
    Vector64 a{}, b{}, c{}, d{};
    for (const auto* const end = at + bytes / kReadBlock * kReadBlock / sizeof *at; at != end; at += 4) {
        a += at[0];
        b += at[1];
        c += at[2];
        d += at[3];
    }
    return (a + b + c + d)[0];
}

#endif

}  // namespace

Reader reader_of([[maybe_unused]] int vector_bytes) {
#if defined(__x86_64__)
    if (vector_bytes >= 64 && __builtin_cpu_supports("avx512f")) return read_64;
    if (vector_bytes >= 32 && __builtin_cpu_supports("avx2")) return read_32;
#endif
    return read_16;
}

}  // namespace pantile::machine
