#include "cost/operation_counts.h"

#include <gtest/gtest.h>

#include "ir/build.h"

namespace pantile::cost {

using namespace ir;
namespace {

OperationCounts counts_of(BinaryOp op, const Expr& lhs, const Expr& rhs) {
    OperationCounts counts;
    const Expr e = make_node(Binary{op, lhs, rhs}, lhs.type());
    count_operator(
        e, 1, [](const Expr&) { return true; }, counts);
    return counts;
}

const Expr kX = variable(Scope::coordinate, "x");

TEST(OperationCounts, ADivisionByAPowerOfTwoIsOneShift) {
    const OperationCounts shift = counts_of(BinaryOp::div, kX, constant_i32(8));
    EXPECT_EQ(shift.simple, counts_of(BinaryOp::sub, kX, constant_i32(8)).simple);
    EXPECT_EQ(shift.simple, 1);
    EXPECT_EQ(shift.slow, 0);
}

TEST(OperationCounts, AnotherDivisionByANumberTakesMoreButNoDivision) {
    for (const int divisor : {7, -8}) {
        const OperationCounts counts = counts_of(BinaryOp::div, kX, constant_i32(divisor));
        EXPECT_GT(counts.simple, 1) << divisor;
        EXPECT_EQ(counts.slow, 0) << divisor;
    }
    EXPECT_GT(counts_of(BinaryOp::div, kX, kX).slow, 0);
}

}  // namespace
}  // namespace pantile::cost
