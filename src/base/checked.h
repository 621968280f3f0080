// 64-bit arithmetic that says when it overflows, and division that rounds towards minus infinity.
#pragma once

#include <cstdint>
#include <optional>

namespace pantile {

inline std::optional<int64_t> checked_add(int64_t a, int64_t b) {
    int64_t r = 0;
    return __builtin_add_overflow(a, b, &r) ? std::nullopt : std::optional<int64_t>(r);
}

inline std::optional<int64_t> checked_sub(int64_t a, int64_t b) {
    int64_t r = 0;
    return __builtin_sub_overflow(a, b, &r) ? std::nullopt : std::optional<int64_t>(r);
}

inline std::optional<int64_t> checked_mul(int64_t a, int64_t b) {
    int64_t r = 0;
    return __builtin_mul_overflow(a, b, &r) ? std::nullopt : std::optional<int64_t>(r);
}

// The divisor is positive.
inline int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }
inline int64_t ceil_div(int64_t a, int64_t b) { return a / b + (a % b > 0 ? 1 : 0); }

}  // namespace pantile
