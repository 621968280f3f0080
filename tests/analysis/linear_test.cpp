#include "analysis/linear.h"

#include <gtest/gtest.h>

#include "ir/build.h"
#include "ir/print.h"

namespace pantile::analysis {
namespace {

using namespace ir;

Expr wide(const std::string& name) { return variable(Scope::coordinate, name, ScalarType::i64); }
Expr narrow(const std::string& name) { return variable(Scope::coordinate, name, ScalarType::i32); }
Expr param(const std::string& name) { return variable(Scope::parameter, name, ScalarType::i32); }
Expr number(int64_t value) { return constant_i64(value); }

std::string text_of(const Expr& e) {
    const auto q = quotient_of(e);
    if (!q) return "unknown";
    const std::string numerator = to_text(to_expr(q->numerator));
    return q->divisor == 1 ? numerator : numerator + " over " + std::to_string(q->divisor);
}

TEST(Linear, SumsCollectTheirTerms) {
    const Expr x = wide("x"), y = wide("y");
    EXPECT_EQ(text_of(add(binary(BinaryOp::sub, add(x, number(3)), y), y)), "x + 3");
    EXPECT_EQ(text_of(binary(BinaryOp::sub, y, binary(BinaryOp::mul, number(2), x))), "y - x * 2");
    EXPECT_EQ(text_of(unary(UnaryOp::neg, x)), "-x");
}

TEST(Linear, AQuotientTakesWhatIsAddedToItInside) {
    const Expr half = binary(BinaryOp::div, add(wide("x"), number(1)), number(2));
    EXPECT_EQ(text_of(add(half, number(3))), "x + 7 over 2");
    EXPECT_EQ(text_of(binary(BinaryOp::div, half, number(3))), "x + 1 over 6");
}

TEST(Linear, WhatMayWrapIsATermOfItsOwn) {
    EXPECT_EQ(text_of(add(narrow("x"), constant_i32(1))), "x + 1");
    EXPECT_EQ(text_of(add(narrow("x"), param("k"))), "i64(x + k)");
    EXPECT_EQ(text_of(binary(BinaryOp::mul, narrow("x"), constant_i32(3))), "i64(x * 3)");
    EXPECT_EQ(text_of(add(wide("x"), cast(ScalarType::i64, param("k")))), "x + i64(k)");
}

TEST(Linear, NumbersOf64BitsAreTooLarge) {
    EXPECT_EQ(text_of(variable(Scope::parameter, "n", ScalarType::i64)), "unknown");
    EXPECT_EQ(text_of(variable(Scope::parameter, "n", ScalarType::u64)), "unknown");
    EXPECT_EQ(text_of(variable(Scope::parameter, "f", ScalarType::f32)), "unknown");
}

TEST(Linear, UnsignedNumbersAreNotTheNegativeOnesTheyWrapFrom) {
    const Expr x = narrow("x");
    EXPECT_EQ(text_of(cast(ScalarType::u64, x)), "unknown");
    EXPECT_EQ(text_of(constant(Value::of_int(ScalarType::u64, -5))), "unknown");
    EXPECT_EQ(text_of(cast(ScalarType::i32, cast(ScalarType::u32, x))), "i64(i32(u32(x)))");
    const Expr one = constant(Value::of_int(ScalarType::u64, 1)),
               p = variable(Scope::parameter, "p", ScalarType::u8);
    EXPECT_EQ(text_of(cast(ScalarType::u64, p)), "i64(u64(p))");
    EXPECT_EQ(text_of(binary(BinaryOp::sub, cast(ScalarType::u64, p), one)), "unknown");
}

TEST(Linear, TheLowestNumberIsNoFactorAndNoOffset) {
    const Linear x = quotient_of(wide("x"))->numerator;
    EXPECT_FALSE(plus_multiple(x, x, INT64_MIN));
    EXPECT_FALSE(plus_multiple(x, {{}, INT64_MIN}, 1));
}

TEST(Linear, TheComplementHoldsWhereTheFactDoesNot) {
    const Linear l = quotient_of(add(wide("x"), number(-4)))->numerator;  // x >= 4
    EXPECT_EQ(to_text(to_expr(complement(l))), "-x + 3");                 // x <= 3
}

}  // namespace
}  // namespace pantile::analysis
