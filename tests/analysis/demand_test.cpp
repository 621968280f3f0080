// What consumers demand, and conditions that say no more than they must.
#include "analysis/demand.h"

#include <gtest/gtest.h>

#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/print.h"
#include "ir/traverse.h"

namespace pantile::analysis {
namespace {

using namespace ir;

Expr name(const std::string& n) { return variable(Scope::local, n, ScalarType::i64); }
const Expr lo = name("lo"), hi = name("hi");
const Expr c = binary(BinaryOp::le, name("c"), constant_i64(0));
const Expr d = binary(BinaryOp::le, name("d"), constant_i64(0));

std::string text(const Bounds& b) { return to_text(b.min) + " to " + to_text(b.max); }
Expr at_most(const Expr& a, const Expr& b) { return binary(BinaryOp::le, a, b); }

TEST(Demand, UnderOneConditionOnlyTheOutermostIsLeft) {
    Demand demand;
    for (const int64_t k : {0, 2, 1}) demand.add(c, {plus(lo, k), plus(hi, k)});
    EXPECT_EQ(text(demand.box()),
              "select(c <= 0, lo, 1099511627776) to select(c <= 0, hi + 2, -1099511627776)");
    EXPECT_EQ(demand.size(), 3u);
}

TEST(Demand, WhatAlwaysHappensHasNoCondition) {
    Demand demand;
    EXPECT_TRUE(demand.is_empty());
    demand.add({}, {lo, hi});
    demand.add(d, {plus(lo, -1), hi});
    EXPECT_EQ(text(demand.box()),
              "min(lo, select(d <= 0, lo + -1, 1099511627776)) to max(hi, select(d <= 0, hi, "
              "-1099511627776))");
}

TEST(Demand, OfTwoConditionsNeitherStandsForTheOther) {
    Demand demand;
    demand.add(c, {lo, hi});
    demand.add(d, {lo, hi});
    EXPECT_EQ(to_text(demand.box().min),
              "min(select(c <= 0, lo, 1099511627776), select(d <= 0, lo, 1099511627776))");
}

TEST(Conjunction, ABoxIsNotEmptyWhereAPartOfItIsNot) {
    const Expr part = at_most(larger(lo, constant_i64(2)), smaller(hi, name("n")));
    EXPECT_TRUE(same(conjunction(part, at_most(lo, hi)), part));
    EXPECT_TRUE(same(conjunction(at_most(lo, hi), part), part));
}

TEST(Conjunction, OtherEndsAndOtherDirectionsAreKept) {
    const Expr part = at_most(larger(lo, constant_i64(2)), hi);
    EXPECT_EQ(to_text(conjunction(part, at_most(hi, lo))), "max(lo, 2) <= hi and hi <= lo");
    EXPECT_EQ(to_text(conjunction(at_most(lo, hi), at_most(lo, name("n")))), "lo <= hi and lo <= n");
    // The smaller of two is below: that says nothing about either.
    const Expr weaker = at_most(smaller(lo, name("n")), hi);
    EXPECT_EQ(to_text(conjunction(weaker, at_most(lo, hi))), "min(lo, n) <= hi and lo <= hi");
}

}  // namespace
}  // namespace pantile::analysis
