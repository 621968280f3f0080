#include "analysis/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/analysed.h"
#include "analysis/value_ranges.h"

namespace pantile::analysis {
namespace {

using testing::HasSubstr;

Result<Limits> limits_of(const std::string& items) {
    const Analysed a(items);
    return choose_limits(a.pipeline, a.regions);
}

TEST(Limits, PlainPipelinesReachAsFarAsCoordinatesGo) {
    const Result<Limits> limits = limits_of("input img: f32(x)\noutput out(x) = img(x)\n");
    ASSERT_TRUE(limits);
    EXPECT_EQ(limits->coordinate, kLargestArgument);
    EXPECT_TRUE(limits->checked_at_entry.empty());
    EXPECT_TRUE(limits->boxes_checked_at_entry.empty());
}

TEST(Limits, AScaledIndexLowersTheLimitUntilNothingCanWrap) {
    const Result<Limits> limits = limits_of("input img: f32(x)\noutput out(x) = img(clamp(x*100, 0, 9))\n");
    ASSERT_TRUE(limits);
    EXPECT_LE(limits->coordinate * 100, INT32_MAX);
    EXPECT_GE(limits->coordinate, 1 << 20);
    EXPECT_TRUE(limits->checked_at_entry.empty());
}

TEST(Limits, WhatNoLimitEstablishesIsCheckedAtEntry) {
    const Result<Limits> limits =
        limits_of("input img: f32(x)\nparam n: i32 = 1\noutput out(x) = img(clamp(x*n, 0, 9))\n");
    ASSERT_TRUE(limits);
    EXPECT_EQ(limits->checked_at_entry.size(), 1u);
}

TEST(Limits, ABoxThatAParameterMovesIsCheckedAtEntry) {
    const Result<Limits> limits = limits_of("param n: i32 = 1\nf(x) = x\noutput out(x) = f(x + n)\n");
    ASSERT_TRUE(limits);
    EXPECT_FALSE(limits->boxes_checked_at_entry.empty());
}

TEST(Limits, ArithmeticThatCouldOverflowTheChecksThemselvesIsRefused) {
    const Result<Limits> limits =
        limits_of("input img: f32(x)\nparam n: i64 = 1\noutput out(x) = img(clamp(x*n, 0, 9))\n");
    ASSERT_FALSE(limits);
    EXPECT_THAT(render(limits.diagnostics()), HasSubstr("can overflow 64 bits."));
    EXPECT_TRUE(
        limits_of("input img: f32(x)\nparam n: i64 = 1 in 0..100\noutput out(x) = img(clamp(x*n, 0, 9))\n"));
}

std::string problems_of(const std::string& params, const std::string& index) {
    const Result<Limits> limits =
        limits_of("input img: f32(x)\n" + params + "output out(x) = img(clamp(" + index + ", 0, 9))\n");
    return limits ? "" : render(limits.diagnostics());
}

TEST(Limits, TheExtremesOfAProductMayBeOfOppositeSigns) {
    const std::string left = "param a: i64 = 0 in -1099511627776..0\n";
    EXPECT_THAT(problems_of(left + "param b: i64 = 0 in 0..1099511627776\n", "a*b"),
                HasSubstr("can overflow 64 bits."));
    EXPECT_EQ(problems_of(left + "param b: i64 = 0 in 0..1000\n", "a*b"), "");
}

TEST(Limits, DivisionRoundsDown) {
    const std::string p = "param p: i64 = 0 in -9223372036854775807..0\n";
    EXPECT_THAT(problems_of(p, "p / 2 * 2 - 1"), HasSubstr("can overflow 64 bits."));
}

TEST(Limits, AQuotientWithoutARemainderIsNotRounded) {
    const std::string p = "param p: i64 = 0 in 0..9223372036854775806\n";
    EXPECT_THAT(problems_of(p, "p / 2 * 2 + 2"), HasSubstr("can overflow 64 bits."));
}

TEST(Limits, SumsMayOverflowOnTheWay) {
    const std::string both =
        "param p: i64 = 0 in 0..4611686018427387904\nparam q: i64 = 0 in 0..4611686018427387904\n";
    EXPECT_THAT(problems_of(both, "p + q + -4611686018427387904"), HasSubstr("can overflow 64 bits."));
}

TEST(ValueRanges, StagesOfKnownRangeAreListedAndOthersAreNot) {
    const Analysed a(
        "input img: f32(x)\ninput raw: u8(x)\n"
        "q(x) = clamp(i32(img(x)), 2, 9)\n"
        "p1(x) = case x < 3: 7 case x < 9: 20\n"
        "s(x) = i32(raw(x)) + q(x)\n"
        "wide(x) = i32(img(x))\n"
        "h(b) = 0\nh(r) = h(r) + 1 for r in 0..9\n"
        "output out(x) = s(x) + p1(x) + wide(x) + h(0)\n");
    const ValueRanges ranges = value_ranges(a.pipeline);
    EXPECT_EQ(ranges.at("q").min, 2);
    EXPECT_EQ(ranges.at("q").max, 9);
    // Where no case holds the value is zero.
    EXPECT_EQ(ranges.at("p1").min, 0);
    EXPECT_EQ(ranges.at("p1").max, 20);
    EXPECT_EQ(ranges.at("s").max, 264);
    EXPECT_FALSE(ranges.count("wide"));
    EXPECT_FALSE(ranges.count("h"));
}

}  // namespace
}  // namespace pantile::analysis
