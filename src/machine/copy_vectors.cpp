#include "machine/copy_vectors.h"

#include "machine/read_vectors.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace pantile::machine {
namespace {

using Vector16 [[gnu::vector_size(16)]] = long long;

// As with the readers: what instructions a function may use is decided where its body stands.

void copy_16(const std::byte* from, std::byte* to, size_t bytes) {
    for (size_t i = 0; i < bytes / kReadBlock * kReadBlock; i += sizeof(Vector16)) {
        *reinterpret_cast<Vector16*>(to + i) = *reinterpret_cast<const Vector16*>(from + i);
        // Not a call of memcpy, which may choose other stores.
        asm volatile("" ::: "memory");
    }
}

#if defined(__x86_64__)

[[gnu::target("avx2")]] void copy_32(const std::byte* from, std::byte* to, size_t bytes) {
    for (size_t i = 0; i < bytes / kReadBlock * kReadBlock; i += sizeof(__m256i)) {
        _mm256_store_si256(reinterpret_cast<__m256i*>(to + i),
                           _mm256_load_si256(reinterpret_cast<const __m256i*>(from + i)));
        asm volatile("" ::: "memory");
    }
}

[[gnu::target("avx512f")]] void copy_64(const std::byte* from, std::byte* to, size_t bytes) {
    for (size_t i = 0; i < bytes / kReadBlock * kReadBlock; i += sizeof(__m512i)) {
        _mm512_store_si512(to + i, _mm512_load_si512(from + i));
        asm volatile("" ::: "memory");
    }
}

void stream_16(const std::byte* from, std::byte* to, size_t bytes) {
    for (size_t i = 0; i < bytes / kReadBlock * kReadBlock; i += sizeof(__m128i)) {
        _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                         _mm_load_si128(reinterpret_cast<const __m128i*>(from + i)));
    }
    _mm_sfence();
}

[[gnu::target("avx2")]] void stream_32(const std::byte* from, std::byte* to, size_t bytes) {
    for (size_t i = 0; i < bytes / kReadBlock * kReadBlock; i += sizeof(__m256i)) {
        _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i),
                            _mm256_load_si256(reinterpret_cast<const __m256i*>(from + i)));
    }
    _mm_sfence();
}

[[gnu::target("avx512f")]] void stream_64(const std::byte* from, std::byte* to, size_t bytes) {
    for (size_t i = 0; i < bytes / kReadBlock * kReadBlock; i += sizeof(__m512i))
        _mm512_stream_si512(reinterpret_cast<__m512i*>(to + i), _mm512_load_si512(from + i));
    _mm_sfence();
}

#endif

}  // namespace

Copier copier_of([[maybe_unused]] int vector_bytes) {
#if defined(__x86_64__)
    if (vector_bytes >= 64 && __builtin_cpu_supports("avx512f")) return copy_64;
    if (vector_bytes >= 32 && __builtin_cpu_supports("avx2")) return copy_32;
#endif
    return copy_16;
}

Copier streamer_of([[maybe_unused]] int vector_bytes) {
#if defined(__x86_64__)
    if (vector_bytes >= 64 && __builtin_cpu_supports("avx512f")) return stream_64;
    if (vector_bytes >= 32 && __builtin_cpu_supports("avx2")) return stream_32;
    return stream_16;
#else
    return copy_16;
#endif
}

}  // namespace pantile::machine
