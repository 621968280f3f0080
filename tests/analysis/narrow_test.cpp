// What a condition says about the coordinates, and no more than that.
#include <gtest/gtest.h>

#include "analysis/collect_accesses.h"
#include "front/text/parsing.h"

namespace pantile::analysis {
namespace {

// What is left of x in -10..10 where the condition holds: '3 to 10'.
std::string left_of(const std::string& condition) {
    const ir::Pipeline p =
        front::parsed("pipeline p\noutput f(x, y) = case " + condition + ": 1 otherwise: 0\n");
    const Bounds whole{ir::constant_i64(-10), ir::constant_i64(10)};
    const NarrowedBox box = narrow(p, *p.stages[0].cases[0].condition, {{"x", whole}, {"y", whole}});
    const Bounds& x = box.environment.at("x");
    return std::to_string(*ir::constant_int(x.min)) + " to " + std::to_string(*ir::constant_int(x.max));
}

TEST(Narrow, EachComparisonLimitsItsSide) {
    EXPECT_EQ(left_of("x < 3"), "-10 to 2");
    EXPECT_EQ(left_of("x <= 3"), "-10 to 3");
    EXPECT_EQ(left_of("x > 3"), "4 to 10");
    EXPECT_EQ(left_of("x >= 3"), "3 to 10");
    EXPECT_EQ(left_of("x == 3"), "3 to 3");
}

TEST(Narrow, TheOtherWayRoundItLimitsTheOtherSide) {
    EXPECT_EQ(left_of("3 < x"), "4 to 10");
    EXPECT_EQ(left_of("3 <= x"), "3 to 10");
    EXPECT_EQ(left_of("3 > x"), "-10 to 2");
    EXPECT_EQ(left_of("3 >= x"), "-10 to 3");
    EXPECT_EQ(left_of("3 == x"), "3 to 3");
}

TEST(Narrow, AllOfAnAndHoldsAndNothingElse) {
    EXPECT_EQ(left_of("x >= 3 and x < 7"), "3 to 6");
    EXPECT_EQ(left_of("x >= 3 or x < 7"), "-10 to 10");
    EXPECT_EQ(left_of("not (x >= 3)"), "-10 to 10");
    EXPECT_EQ(left_of("x != 3"), "-10 to 10");
    EXPECT_EQ(left_of("3 != x"), "-10 to 10");
    EXPECT_EQ(left_of("y >= 3"), "-10 to 10");
    EXPECT_EQ(left_of("x >= y"), "-10 to 10");
}

}  // namespace
}  // namespace pantile::analysis
