#include "ir/ops.h"

#include <gtest/gtest.h>

namespace pantile::ir {
namespace {

constexpr int kUnaryOps = static_cast<int>(UnaryOp::is_nan) + 1;
constexpr int kBinaryOps = static_cast<int>(BinaryOp::logical_or) + 1;

TEST(Ops, AnOperatorWrittenAsACallIsFoundByItsNameAndNoOtherIs) {
    for (int i = 0; i < kUnaryOps; ++i) {
        const UnaryOp op = static_cast<UnaryOp>(i);
        const bool is_call = facts(op).notation == Notation::call;
        EXPECT_EQ(unary_call(facts(op).spelling), is_call ? std::optional(op) : std::nullopt)
            << facts(op).spelling;
    }
    for (int i = 0; i < kBinaryOps; ++i) {
        const BinaryOp op = static_cast<BinaryOp>(i);
        const bool is_call = facts(op).notation == Notation::call;
        EXPECT_EQ(binary_call(facts(op).spelling), is_call ? std::optional(op) : std::nullopt)
            << facts(op).spelling;
    }
    for (const ReduceOp op : {ReduceOp::sum, ReduceOp::product, ReduceOp::minimum, ReduceOp::maximum}) {
        EXPECT_EQ(reduce_call(spelling(op)), op);
    }
    EXPECT_EQ(reduce_call("min"), std::nullopt);
}

TEST(Ops, ComparisonsAndLogicGiveABoolEverythingElseItsOperandType) {
    for (int i = 0; i < kBinaryOps; ++i) {
        const BinaryOp op = static_cast<BinaryOp>(i);
        const ScalarType operand =
            facts(op).domain == Domain::boolean ? ScalarType::boolean : ScalarType::f32;
        EXPECT_EQ(result_type(op, operand), op >= BinaryOp::eq ? ScalarType::boolean : operand)
            << facts(op).spelling;
        EXPECT_EQ(is_comparison(op), op >= BinaryOp::eq && op <= BinaryOp::ge) << facts(op).spelling;
    }
    EXPECT_EQ(result_type(UnaryOp::is_nan, ScalarType::f64), ScalarType::boolean);
    EXPECT_EQ(result_type(UnaryOp::neg, ScalarType::u8), ScalarType::u8);
}

TEST(Ops, DomainsContainTheTypesTheirDescriptionSays) {
    for (const ScalarType t : kAllScalarTypes) {
        EXPECT_EQ(contains(Domain::number, t), !is_bool(t));
        EXPECT_EQ(contains(Domain::integer, t), is_integer(t));
        EXPECT_EQ(contains(Domain::floating, t), is_float(t));
        EXPECT_EQ(contains(Domain::boolean, t), is_bool(t));
        EXPECT_TRUE(contains(Domain::any, t));
    }
}

}  // namespace
}  // namespace pantile::ir
