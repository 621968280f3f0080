#include "ir/lane_index.h"

#include <gtest/gtest.h>

#include "ir/build.h"
#include "ir/print.h"
#include "ir/scalar.h"
#include "ir/traverse.h"

namespace pantile::ir {
namespace {

const Expr kX = variable(Scope::local, "x", ScalarType::i64);
const Expr kK = variable(Scope::local, "k", ScalarType::i64);
const Expr kLanes = lanes_from(kX, 8);

Expr number(int64_t v) { return constant_i64(v); }
Expr node(BinaryOp op, const Expr& a, const Expr& b) { return make_node(Binary{op, a, b}, ScalarType::i64); }

// 'linear 2', 'halved', 'linear 1 clamped'
std::string order_of(const Expr& e) {
    constexpr const char* kOrders[] = {"uniform", "linear", "halved", "other"};
    const LaneIndex i = lane_index(e);
    std::string text = kOrders[static_cast<size_t>(i.order)];
    if (i.order == LaneOrder::linear) text += " " + std::to_string(i.step);
    return i.is_clamped ? text + " clamped" : text;
}

TEST(LaneIndex, SumsAndProductsWithNumbersAreLinear) {
    EXPECT_EQ(order_of(kK), "uniform");
    EXPECT_EQ(order_of(kLanes), "linear 1");
    EXPECT_EQ(order_of(add(kLanes, kK)), "linear 1");
    EXPECT_EQ(order_of(node(BinaryOp::mul, number(3), add(kLanes, kK))), "linear 3");
    EXPECT_EQ(order_of(node(BinaryOp::sub, kK, kLanes)), "linear -1");
    EXPECT_EQ(order_of(node(BinaryOp::sub, kLanes, kLanes)), "linear 0");
    EXPECT_EQ(order_of(make_node(Unary{UnaryOp::neg, kLanes}, ScalarType::i64)), "linear -1");
    EXPECT_EQ(order_of(node(BinaryOp::mul, kLanes, kK)), "other");
    EXPECT_EQ(order_of(node(BinaryOp::mul, kLanes, kLanes)), "other");
    EXPECT_EQ(order_of(vector_local("t", ScalarType::i64, 8)), "other");
}

TEST(LaneIndex, DivisionKeepsTheOrderWhereItDividesTheStep) {
    EXPECT_EQ(order_of(node(BinaryOp::div, add(kLanes, kK), number(2))), "halved");
    EXPECT_EQ(order_of(node(BinaryOp::shift_right, kLanes, number(1))), "halved");
    EXPECT_EQ(order_of(node(BinaryOp::div, node(BinaryOp::mul, kLanes, number(6)), number(3))), "linear 2");
    EXPECT_EQ(order_of(node(BinaryOp::div, kLanes, number(3))), "other");
    EXPECT_EQ(order_of(node(BinaryOp::div, kLanes, number(-1))), "other");
    EXPECT_EQ(order_of(node(BinaryOp::div, kLanes, number(0))), "other");
}

// What the cost model knows of an index is its scale; what the emitter knows is the vector.
TEST(LaneIndex, TheScaleTellsTheLoadThatTheVectorIsMadeBy) {
    const auto times = [](int64_t n) { return node(BinaryOp::mul, number(n), add(kLanes, kK)); };
    for (const int64_t n : {-4, -2, -1, 1, 2, 3, 4, 5, 100})
        EXPECT_EQ(load_kind(lane_index(Rational(n))), load_kind(lane_index(times(n)))) << n;
    for (const int64_t n : {2, 3, 4}) {
        const Expr part = node(BinaryOp::div, add(kLanes, kK), number(n));
        EXPECT_EQ(load_kind(lane_index(Rational(1, n))), load_kind(lane_index(part))) << n;
    }
    EXPECT_EQ(load_kind(lane_index(Rational(1))), LoadKind::dense);
    EXPECT_EQ(load_kind(lane_index(Rational(-1))), LoadKind::reversed);
    EXPECT_EQ(load_kind(lane_index(Rational(3))), LoadKind::strided);
    EXPECT_EQ(load_kind(lane_index(Rational(1, 2))), LoadKind::halved);
    EXPECT_EQ(load_kind(lane_index(Rational(5))), LoadKind::gather);
    EXPECT_EQ(load_kind(lane_index(Rational(3, 2))), LoadKind::gather);
}

TEST(LaneIndex, LimitsClamp) {
    const Expr clamped = node(BinaryOp::min, node(BinaryOp::max, kLanes, number(0)), kK);
    EXPECT_EQ(order_of(clamped), "linear 1 clamped");
    EXPECT_EQ(order_of(add(clamped, number(1))), "linear 1 clamped");
    EXPECT_EQ(order_of(node(BinaryOp::mul, clamped, number(2))), "other");
    EXPECT_EQ(order_of(node(BinaryOp::min, kLanes, kLanes)), "other");
}

TEST(LaneIndex, ACoordinateIsTheSameNumberInEveryType) {
    const Expr lanes = lanes_from(make_node(Cast{kX}, ScalarType::i32), 8);
    EXPECT_EQ(order_of(make_node(Cast{lanes}, ScalarType::i64)), "linear 1");
    const Expr wraps = make_node(Sum{{lanes, constant_i32(1)}}, ScalarType::i32);
    EXPECT_EQ(order_of(make_node(Cast{wraps}, ScalarType::i64)), "other");
}

TEST(LaneIndex, ALaneReadsLikeAnIndexThatAPersonWrote) {
    EXPECT_EQ(to_text(at_lane(add(kLanes, number(-1)), 0)), "x + -1");
    EXPECT_EQ(to_text(at_lane(add(kLanes, number(-1)), 7)), "x + 6");
    EXPECT_EQ(to_text(at_lane(add(kLanes, number(-7)), 7)), "x");
    EXPECT_EQ(to_text(at_lane(node(BinaryOp::mul, number(2), kLanes), 3)), "2 * (x + 3)");
}

}  // namespace
}  // namespace pantile::ir
