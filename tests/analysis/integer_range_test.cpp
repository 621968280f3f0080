// Ranges of integers against the values that their parts really take.
#include "analysis/integer_range.h"

#include <gtest/gtest.h>

#include "ir/build.h"

namespace pantile::analysis {
namespace {

using namespace ir;

Expr local(const std::string& name, ScalarType type) { return variable(Scope::local, name, type); }

// A local of the name with values from 'min' to 'max', as far as the ranges know.
void declare(IntegerRanges& ranges, const std::string& name, int64_t min, int64_t max) {
    const Expr x = variable(Scope::coordinate, "x", ScalarType::i64);
    const Expr above = binary(BinaryOp::max, x, constant_i64(min));
    ranges.declare({name, binary(BinaryOp::min, above, constant_i64(max))});
}

std::string text_of(const std::optional<ValueRange>& range) {
    return range ? std::to_string(range->min) + " to " + std::to_string(range->max) : "any";
}

// 'a' lies in -3..5, 'b' in -9..7.
std::string range_of(BinaryOp op) {
    IntegerRanges ranges;
    declare(ranges, "a", -3, 5);
    declare(ranges, "b", -9, 7);
    return text_of(ranges(binary(op, local("a", ScalarType::i64), local("b", ScalarType::i64))));
}

TEST(IntegerRange, ArithmeticTakesTheExtremesOfBothOperands) {
    EXPECT_EQ(range_of(BinaryOp::sub), "-10 to 14");
    EXPECT_EQ(range_of(BinaryOp::mul), "-45 to 35");
    EXPECT_EQ(range_of(BinaryOp::min), "-9 to 5");
    EXPECT_EQ(range_of(BinaryOp::max), "-3 to 7");
}

TEST(IntegerRange, AbsoluteValuesAreNotNegative) {
    const auto range = [](int64_t min, int64_t max) {
        IntegerRanges ranges;
        declare(ranges, "a", min, max);
        return text_of(ranges(unary(UnaryOp::abs, local("a", ScalarType::i64))));
    };
    EXPECT_EQ(range(-3, 5), "0 to 5");
    EXPECT_EQ(range(-9, 5), "0 to 9");
    EXPECT_EQ(range(2, 5), "2 to 5");
    EXPECT_EQ(range(-5, -2), "2 to 5");
}

TEST(IntegerRange, AShortSumHasSoManyTimesTheRangeOfItsTerms) {
    const auto range = [](ReduceOp op, int64_t last) {
        const ReductionDomain domain{{{"i", constant_i32(0), constant_i32(last), nullptr}}, std::nullopt};
        const Expr byte = cast(ScalarType::i32, local("n", ScalarType::u8));
        return text_of(IntegerRanges()(make_node(Reduce{op, domain, byte}, ScalarType::i32)));
    };
    EXPECT_EQ(range(ReduceOp::sum, 8), "0 to 2295");
    EXPECT_EQ(range(ReduceOp::maximum, 8), "0 to 255");
    EXPECT_EQ(range(ReduceOp::product, 8), "-2147483648 to 2147483647");
    EXPECT_EQ(range(ReduceOp::sum, 1000), "-2147483648 to 2147483647") << "it stays a loop";
}

TEST(IntegerRange, AChoiceHasTheValuesOfBothBranches) {
    IntegerRanges ranges;
    const Expr condition = binary(BinaryOp::lt, local("c", ScalarType::i64), constant_i64(3));
    EXPECT_EQ(text_of(ranges(select(condition, constant_i64(1), constant_i64(9)))), "1 to 9");
    EXPECT_EQ(text_of(ranges(select(condition, constant_i64(9), constant_i64(1)))), "1 to 9");
}

TEST(IntegerRange, CoordinatesAndSizesStayInsideOfWhatIsCheckedAtEntry) {
    IntegerRanges ranges;
    EXPECT_EQ(text_of(ranges(variable(Scope::coordinate, "x", ScalarType::i64))),
              "-1073741824 to 1073741824");
    EXPECT_EQ(text_of(ranges(variable(Scope::dimension, "img.x.extent", ScalarType::i64))),
              "-536870912 to 1073741825");
    EXPECT_EQ(text_of(ranges(variable(Scope::reduction, "i", ScalarType::i64))), "-2147483648 to 2147483647");
}

TEST(IntegerRange, ALocalThatChangesHasTheRangeOfItsType) {
    IntegerRanges ranges;
    ranges.declare({"n", constant(Value::of_int(ScalarType::i16, 3))});
    EXPECT_EQ(text_of(ranges(local("n", ScalarType::i16))), "3 to 3");
    ranges.declare({"n", constant(Value::of_int(ScalarType::i16, 3)), true});
    EXPECT_EQ(text_of(ranges(local("n", ScalarType::i16))), "-32768 to 32767");
}

TEST(IntegerRange, WhatMayLeaveItsTypeWraps) {
    IntegerRanges ranges;
    const Expr n = local("n", ScalarType::i8);
    EXPECT_EQ(text_of(ranges(make_node(Binary{BinaryOp::sub, n, n}, ScalarType::i8))), "-128 to 127");
    EXPECT_FALSE(fits({-128, 128}, ScalarType::i8));
    EXPECT_TRUE(fits({-128, 127}, ScalarType::i8));
    EXPECT_FALSE(fits({-1, 0}, ScalarType::u8));
}

}  // namespace
}  // namespace pantile::analysis
