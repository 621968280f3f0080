#include "ir/unify.h"

#include <gtest/gtest.h>

#include <set>

#include <cmath>

#include "front/text/parsing.h"
#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::ir {
namespace {

Expr value_of(const std::string& text) {
    return front::parsed("pipeline p\ninput img: f32(x, y)\noutput f(x, y) = " + text + "\n")
        .stages[0]
        .cases[0]
        .value;
}

size_t nodes_of(const Expr& e) { return post_order(e).size(); }

// All reads of 'img' below 'e', each node once.
size_t reads_in(const Expr& e) {
    size_t count = 0;
    for_each_node(e, [&](const Expr& n) { count += as<Access>(n) != nullptr; });
    return count;
}

TEST(Unify, EqualNodesBecomeOneAndTheValueStaysTheSame) {
    const Expr e = value_of("img(x+1, y) * img(x+1, y) + sqrt(img(x+1, y))");
    const Expr one = Unify()(e);
    EXPECT_TRUE(same(e, one));
    EXPECT_EQ(reads_in(e), 3u);
    EXPECT_EQ(reads_in(one), 1u);
}

TEST(Unify, NodesOfSeveralExpressionsBecomeOne) {
    Unify unify;
    EXPECT_EQ(unify(value_of("img(x, y) + 1.0")).id(), unify(value_of("img(x, y) + 1.0")).id());
    EXPECT_NE(unify(value_of("img(x, y) + 1.0")).id(), unify(value_of("img(x, y) + 2.0")).id());
}

TEST(Unify, ASharedNodeIsVisitedOnce) {
    Expr e = value_of("img(x, y)");
    for (int i = 0; i < 60; ++i) e = binary(BinaryOp::mul, e, e);
    EXPECT_EQ(nodes_of(Unify()(e)), nodes_of(e));
}

TEST(Unify, WhatDiffersInAnyPartStaysApart) {
    Unify unify;
    std::map<const Node*, std::string> seen;
    for (const std::string text : {"img(x, y)",
                                   "img(y, x)",
                                   "f32(x)",
                                   "f32(y)",
                                   "f64(x)",
                                   "f32(x - y)",
                                   "f32(y - x)",
                                   "f32(x + y)",
                                   "f32(x*y)",
                                   "-f32(x)",
                                   "abs(f32(x))",
                                   "min(f32(x), 1.0)",
                                   "max(f32(x), 1.0)",
                                   "1.0",
                                   "0.0",
                                   "f32(i16(x))",
                                   "f32(i8(x))",
                                   "sum(img(x+i, y) for i in 0..2)",
                                   "sum(img(x+i, y) for i in 0..3)",
                                   "maximum(img(x+i, y) for i in 0..2)",
                                   "sum(img(x+i, y) for i in 0..2 where i > x)",
                                   "sum(img(x+j, y) for j in 0..2)",
                                   "select(x < y, 1.0, 2.0)",
                                   "select(x < y, 2.0, 1.0)",
                                   "select(x <= y, 1.0, 2.0)"}) {
        const auto [found, is_new] = seen.emplace(unify(value_of(text)).id(), text);
        EXPECT_TRUE(is_new) << text << " and " << found->second;
    }
}

TEST(Unify, ZerosOfBothSignsStayApart) {
    Unify unify;
    const Expr plus = constant(Value::of_float(ScalarType::f32, 0.0)),
               minus = constant(Value::of_float(ScalarType::f32, -0.0));
    EXPECT_NE(unify(plus).id(), unify(minus).id());
}

TEST(Unify, NumbersThatDifferInTheLastBitStayApart) {
    Unify unify;
    const float one = 1.0f, next = std::nextafter(1.0f, 2.0f);
    EXPECT_NE(unify(constant(Value::of_float(ScalarType::f32, one))).id(),
              unify(constant(Value::of_float(ScalarType::f32, next))).id());
    EXPECT_NE(unify(constant(Value::of_float(ScalarType::f64, 0.1))).id(),
              unify(constant(Value::of_float(ScalarType::f64, std::nextafter(0.1, 1.0)))).id());
}

TEST(Unify, EqualReductionsBecomeOne) {
    const Expr one = Unify()(value_of("sum(img(x+i, y) for i in 0..2) * sum(img(x+i, y) for i in 0..2)"));
    EXPECT_EQ(reads_in(one), 1u);
}

// What is remembered of a node that is gone would be taken for that of the next one at its address.
TEST(Unify, CopiesThatComeAndGoBecomeOne) {
    Unify unify;
    std::set<const Node*> found;
    for (int i = 0; i < 200; ++i) {
        found.insert(
            unify(value_of("sum(img(x+i, y) for i in 0..2) + sum(img(x+j, y+i) for i in 0..3, j in 1..2)"))
                .id());
        found.insert(unify(value_of("img(x, y) * img(x+1, y) + x")).id());
    }
    EXPECT_EQ(found.size(), 2u);
}

// Index analysis remembers the bounds of a node: they must not depend on where the node stands.
TEST(Unify, NodesOfReductionsOverDifferentRangesStayApart) {
    const Expr one = Unify()(value_of("sum(img(x+i, y) for i in 0..2) * sum(img(x+i, y) for i in 0..9)"));
    EXPECT_EQ(reads_in(one), 2u);
}

}  // namespace
}  // namespace pantile::ir
