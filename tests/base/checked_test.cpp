#include "base/checked.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/hash.h"

namespace pantile {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

TEST(Checked, WhatFitsIsExactAndWhatDoesNotIsNothing) {
    EXPECT_EQ(checked_add(kMax - 1, 1), kMax);
    EXPECT_EQ(checked_add(kMax, 1), std::nullopt);
    EXPECT_EQ(checked_sub(kMin + 1, 1), kMin);
    EXPECT_EQ(checked_sub(0, kMin), std::nullopt);
    EXPECT_EQ(checked_mul(int64_t{1} << 31, int64_t{1} << 31), int64_t{1} << 62);
    EXPECT_EQ(checked_mul(kMin, -1), std::nullopt);
}

TEST(Checked, DivisionsRoundDownAndUp) {
    for (int64_t a = -20; a <= 20; ++a) {
        for (int64_t b = 1; b <= 7; ++b) {
            EXPECT_LE(floor_div(a, b) * b, a);
            EXPECT_GT((floor_div(a, b) + 1) * b, a);
            EXPECT_GE(ceil_div(a, b) * b, a);
            EXPECT_LT((ceil_div(a, b) - 1) * b, a);
        }
    }
    EXPECT_EQ(floor_div(kMin, 1), kMin);
    EXPECT_EQ(ceil_div(kMax, 2), kMax / 2 + 1);
}

// The values are part of cache keys and emitted files: they must not change by accident.
TEST(Hash, AFingerprintIsTheSameOnEveryMachine) {
    EXPECT_EQ(fingerprint("").size(), 32u);
    EXPECT_EQ(fingerprint("pantile"), fingerprint(std::string("pan") + "tile"));
    EXPECT_NE(fingerprint("pantile"), fingerprint("pantile "));
    EXPECT_NE(fingerprint(std::string("a\0b", 3)), fingerprint(std::string("a\0c", 3)));
    EXPECT_EQ(stable_hash("", 0), 0u);
}

}  // namespace
}  // namespace pantile
