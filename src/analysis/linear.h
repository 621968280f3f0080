// Integer expressions as sums of multiples, exactly: what a comparison or a clamp says about one variable is
// read off them.
#pragma once

#include <optional>
#include <vector>

#include "ir/expr.h"

namespace pantile::analysis {

using ir::Expr;

// offset + factor * term + …, over the integers. Terms are of type i64 and differ from each other.
struct Linear {
    struct Part {
        Expr term;
        int64_t factor;
        double magnitude;  // the term stays within ±magnitude
    };
    std::vector<Part> parts;
    int64_t offset = 0;
};

// floor(numerator / divisor); the divisor is positive.
struct Quotient {
    Linear numerator;
    int64_t divisor = 1;
};

// Below this, 64-bit arithmetic has room to spare.
inline constexpr double kLargestExact = 0x1p60;

// How far from zero the value of an integer expression can lie; above kLargestExact when nothing is known.
// Coordinates and reduction variables stay within ±2^31 and named bounds within ±2^40 (entry checks).
double magnitude_of(const Expr& e);

// The value of 'e', whatever its type and however it wraps: parts that may wrap are terms of their own.
// Nothing when 'e' is no integer, or too large.
std::optional<Quotient> quotient_of(const Expr& e);

// a + k * b; nothing when a factor becomes too large.
std::optional<Linear> plus_multiple(Linear a, const Linear& b, int64_t k);
double magnitude_of(const Linear& l);

// -l - 1: at least zero exactly where 'l' is below zero.
Linear complement(Linear l);

// Positive parts first, the offset last.
Expr to_expr(const Linear& l);

}  // namespace pantile::analysis
