#include "base/rational.h"

#include <gtest/gtest.h>

namespace pantile {
namespace {

constexpr int64_t kMost = int64_t{1} << 62;

TEST(Rational, FractionsAreInLowestTermsWithThePositiveDenominator) {
    EXPECT_EQ(Rational(6, -4).numerator(), -3);
    EXPECT_EQ(Rational(6, -4).denominator(), 2);
    EXPECT_EQ(Rational(0, -7).denominator(), 1);
    EXPECT_TRUE(Rational(10, 5) == Rational(2));
}

TEST(Rational, RoundsDownAndUpOnBothSidesOfZero) {
    for (int64_t n = -30; n <= 30; ++n) {
        for (int64_t d = 1; d <= 7; ++d) {
            const Rational r(n, d);
            EXPECT_TRUE(r.floor() * d <= n && (r.floor() + 1) * d > n) << n << "/" << d;
            EXPECT_TRUE(r.ceil() * d >= n && (r.ceil() - 1) * d < n) << n << "/" << d;
        }
    }
}

// Cross-multiplied, so that nothing here uses the class's own arithmetic.
TEST(Rational, ArithmeticIsThatOfFractions) {
    for (int64_t a = -6; a <= 6; ++a) {
        for (int64_t b = 1; b <= 5; ++b) {
            for (int64_t c = -6; c <= 6; ++c) {
                for (int64_t d = 1; d <= 5; ++d) {
                    const Rational x(a, b), y(c, d);
                    EXPECT_TRUE(x + y == Rational(a * d + c * b, b * d));
                    EXPECT_TRUE(x - y == Rational(a * d - c * b, b * d));
                    EXPECT_TRUE(x * y == Rational(a * c, b * d));
                    EXPECT_EQ((x / y).is_known(), c != 0);
                    EXPECT_TRUE(c == 0 || x / y == Rational(a * d, b * c));
                    EXPECT_EQ(x < y, a * d < c * b);
                    EXPECT_EQ(x > y, a * d > c * b);
                    EXPECT_EQ(x == y, a * d == c * b);
                }
            }
        }
    }
}

TEST(Rational, SixtyTwoBitsAreKnownAndMoreAreNot) {
    EXPECT_TRUE(Rational(kMost).is_known());
    EXPECT_TRUE((-Rational(kMost)).is_known());
    EXPECT_FALSE(Rational(kMost + 1).is_known());
    EXPECT_FALSE((Rational(kMost) + Rational(1)).is_known());
    EXPECT_FALSE((Rational(1, kMost) / Rational(2)).is_known());
    EXPECT_FALSE(Rational(INT64_MIN).is_known());
    // What cancels does not count.
    EXPECT_TRUE(Rational(kMost) * Rational(2, kMost) == Rational(2));
    EXPECT_TRUE(Rational(INT64_MIN, 2) == Rational(-kMost));
}

TEST(Rational, WhatIsComputedFromTheUnknownIsUnknownAndComparesWithNothing) {
    const Rational unknown = Rational(1) / Rational(0), one(1);
    for (const Rational& r : {-unknown, unknown + one, one - unknown, unknown * Rational(0), one / unknown})
        EXPECT_FALSE(r.is_known());
    EXPECT_FALSE(unknown == unknown);
    EXPECT_FALSE(unknown < one || one < unknown || unknown > one || one > unknown);
}

TEST(Rational, TheSmallerAndTheLargerOfTwo) {
    EXPECT_TRUE(smaller_of(Rational(1, 3), Rational(1, 2)) == Rational(1, 3));
    EXPECT_TRUE(larger_of(Rational(1, 3), Rational(1, 2)) == Rational(1, 2));
    EXPECT_TRUE(smaller_of(Rational(-1, 3), Rational(-1, 2)) == Rational(-1, 2));
}

}  // namespace
}  // namespace pantile
