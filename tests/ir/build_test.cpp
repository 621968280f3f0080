#include "ir/build.h"

#include <gtest/gtest.h>

#include "ir/print.h"
#include "ir/traverse.h"

namespace pantile::ir {
namespace {

Expr param(ScalarType type, const std::string& name = "p") { return variable(Scope::parameter, name, type); }
Expr integer(int64_t v) { return literal(v); }
Expr real(double v) { return literal(v, ScalarType::f32); }

const std::string& message_of(const Expr& e) {
    static const std::string none;
    const Invalid* bad = as<Invalid>(e);
    return bad ? bad->message : none;
}

TEST(Build, TypesMeetInTheWiderOneSignedWhenEitherIs) {
    using enum ScalarType;
    EXPECT_EQ(meeting_type(u8, u16), u16);
    EXPECT_EQ(meeting_type(u8, i8), i8);
    EXPECT_EQ(meeting_type(i8, u32), i32);
    EXPECT_EQ(meeting_type(u64, i32), i64);
    EXPECT_EQ(meeting_type(u64, f32), f32);
    EXPECT_EQ(meeting_type(f32, f64), f64);
    EXPECT_EQ(meeting_type(boolean, boolean), boolean);
    EXPECT_EQ(meeting_type(boolean, u8), std::nullopt);
}

TEST(Build, MeetingIsSymmetricAndOnlyBoolRefuses) {
    for (const ScalarType a : kAllScalarTypes) {
        for (const ScalarType b : kAllScalarTypes) {
            EXPECT_EQ(meeting_type(a, b), meeting_type(b, a));
            EXPECT_EQ(meeting_type(a, b).has_value(), is_bool(a) == is_bool(b));
        }
    }
}

TEST(Build, ALiteralTakesTheTypeOfTheOtherOperand) {
    EXPECT_EQ(binary(BinaryOp::mul, param(ScalarType::u8), integer(2)).type(), ScalarType::u8);
    EXPECT_EQ(binary(BinaryOp::mul, integer(2), param(ScalarType::f64)).type(), ScalarType::f64);
    EXPECT_EQ(add(param(ScalarType::f32), real(0.1)).type(), ScalarType::f32);
}

TEST(Build, ARealLiteralLiftsAnIntegerToItsOwnType) {
    const Expr e = binary(BinaryOp::mul, param(ScalarType::u8), real(0.5));
    EXPECT_EQ(e.type(), ScalarType::f32);
    EXPECT_TRUE(as<Cast>(as<Binary>(e)->lhs));
}

TEST(Build, ALiteralThatDoesNotFitIsRefusedWithTheRange) {
    const Expr e = binary(BinaryOp::mul, param(ScalarType::u8), integer(256));
    EXPECT_EQ(message_of(e), "the number 256 is not representable as 'u8'.");
    EXPECT_EQ(as<Invalid>(e)->hints[0], "'u8' holds 0 to 255.");
    EXPECT_EQ(message_of(add(param(ScalarType::u16), integer(-1))),
              "the number -1 is not representable as 'u16'.");
}

TEST(Build, LiteralsFoldInFullPrecisionUntilTheyMeetAType) {
    const Expr third = binary(BinaryOp::div, real(1), integer(3));
    EXPECT_EQ(constant_value(settle_as(third, ScalarType::f64)), Value::of_f64(1.0 / 3));
    EXPECT_EQ(constant_value(settle_as(third, ScalarType::f32)), Value::of_f32(static_cast<float>(1.0 / 3)));
}

TEST(Build, IntegerLiteralsGrowInsteadOfWrapping) {
    const Expr e = binary(BinaryOp::mul, integer(100000), integer(100000));
    EXPECT_EQ(e.type(), ScalarType::i64);
    EXPECT_EQ(constant_int(e), 10000000000);
    EXPECT_EQ(literal_unsigned(UINT64_MAX).type(), ScalarType::u64);
    EXPECT_EQ(settle(integer(7)).type(), ScalarType::i32);
}

TEST(Build, ABoolDoesNotMixWithNumbers) {
    EXPECT_EQ(message_of(add(param(ScalarType::boolean), param(ScalarType::u8))),
              "'bool' and 'u8' do not mix.");
    EXPECT_EQ(message_of(add(param(ScalarType::boolean), param(ScalarType::boolean))),
              "'+' takes a number, not 'bool'.");
}

TEST(Build, AnOperatorRefusesATypeOutsideItsDomain) {
    EXPECT_EQ(message_of(unary(UnaryOp::sqrt, param(ScalarType::i32))), "'sqrt' takes a float, not 'i32'.");
    EXPECT_EQ(message_of(unary(UnaryOp::bit_not, param(ScalarType::f32))),
              "'~' takes an integer, not 'f32'.");
    EXPECT_EQ(message_of(binary(BinaryOp::logical_and, param(ScalarType::u8), param(ScalarType::u8))),
              "'and' takes a bool, not 'u8'.");
    EXPECT_NE(message_of(select(param(ScalarType::u8), integer(1), integer(2))), "");
}

TEST(Build, AnInvalidOperandPassesThroughEveryBuilder) {
    const Expr bad = invalid("no.");
    const Expr good = param(ScalarType::boolean);
    const ReductionDomain domain{{{"i", constant_i32(0), constant_i32(1), nullptr}}, std::nullopt};
    for (const Expr& e :
         {unary(UnaryOp::neg, bad), binary(BinaryOp::sub, good, bad), add(bad, good), select(good, bad, good),
          cast(ScalarType::u8, bad), clamp(good, bad, good), reduce(ReduceOp::sum, domain, bad),
          access("f", ScalarType::u8, {bad}), settle_as(bad, ScalarType::u8), add_all({good, bad})}) {
        EXPECT_EQ(message_of(e), "no.");
    }
}

TEST(Build, AConstantIsAnIntegerWhereSixtyFourBitsWithASignHoldIt) {
    EXPECT_EQ(constant_int(constant(Value::of_int(ScalarType::u64, 7))), 7);
    EXPECT_EQ(constant_int(constant(Value::of_int(ScalarType::u64, -1))), std::nullopt);
    EXPECT_EQ(constant_int(constant(Value::of_int(ScalarType::i64, -1))), -1);
    EXPECT_EQ(constant_int(constant(Value::of_f32(7))), std::nullopt);
}

TEST(Build, ConstantsFoldAndSelectTakesItsBranch) {
    EXPECT_EQ(constant_int(binary(BinaryOp::div, integer(-7), integer(2))), -4);
    EXPECT_EQ(constant_int(cast(ScalarType::u8, integer(-1))), 255);
    const Expr p = param(ScalarType::i32);
    EXPECT_EQ(select(constant(Value::of_bool(true)), p, integer(0)).id(), p.id());
    EXPECT_EQ(cast(ScalarType::i32, p).id(), p.id());
}

TEST(Build, SumsAreOneFlatNodeFromTheLeft) {
    const Expr a = param(ScalarType::f32, "a"), b = param(ScalarType::f32, "b"),
               c = param(ScalarType::f32, "c");
    const Expr flat = add(add(a, b), c);
    ASSERT_TRUE(as<Sum>(flat));
    EXPECT_EQ(as<Sum>(flat)->terms.size(), 3u);
    // Another grouping rounds differently and is another expression.
    EXPECT_EQ(as<Sum>(add(a, add(b, c)))->terms.size(), 2u);
}

TEST(Build, AddingAllIsTheSameAsAddingOneAfterTheOther) {
    Exprs terms;
    for (int i = 0; i < 2500; ++i)
        terms.push_back(i % 7 == 0 ? integer(i) : param(i % 5 ? ScalarType::i32 : ScalarType::u8));
    Expr one_by_one = terms[0];
    for (size_t i = 1; i < terms.size(); ++i) one_by_one = add(one_by_one, terms[i]);
    EXPECT_TRUE(same(add_all(terms), one_by_one));
}

TEST(Build, AnIndexIsAnInteger) {
    EXPECT_EQ(message_of(access("f", ScalarType::u8, {param(ScalarType::f32)})),
              "an index is an integer, not 'f32'.");
    const Expr e = access("f", ScalarType::u8, {param(ScalarType::u16), integer(3)});
    EXPECT_EQ(as<Access>(e)->args[1].type(), ScalarType::i32);
}

TEST(Build, AReductionOfTruthValuesIsRefused) {
    const ReductionDomain domain{{{"i", constant_i32(0), constant_i32(1), nullptr}}, std::nullopt};
    EXPECT_TRUE(is_invalid(reduce(ReduceOp::sum, domain, param(ScalarType::boolean))));
    EXPECT_EQ(reduce(ReduceOp::sum, domain, integer(1)).type(), ScalarType::i32);
}

TEST(Build, NestingDeeperThanTheLimitBecomesInvalid) {
    Expr e = param(ScalarType::f32);
    for (int i = 0; i < kMaxDepth + 5; ++i) e = unary(UnaryOp::sqrt, e);
    EXPECT_TRUE(is_invalid(e));
}

TEST(Build, FoldingAfterSubstitutionGivesWhatBuildingWouldHaveGiven) {
    const Expr i = variable(Scope::reduction, "i"), x = variable(Scope::coordinate, "x");
    const Expr e = add(x, binary(BinaryOp::mul, i, integer(2)));
    const Expr at_three = fold_constants(substitute(e, Scope::reduction, {{"i", constant_i32(3)}}));
    EXPECT_EQ(to_text(at_three), "x + 6");
    EXPECT_EQ(to_text(fold_constants(substitute(e, Scope::reduction, {{"i", constant_i32(0)}}))), "x");
}

TEST(Build, FoldingASumOfFloatsOnlyAddsConstantsAtItsHead) {
    const Expr p = param(ScalarType::f32);
    const auto f32 = [](float v) { return constant(Value::of_f32(v)); };
    const Expr e = make_node(Sum{{f32(1), f32(2), p, f32(3), f32(4)}}, ScalarType::f32);
    EXPECT_EQ(to_text(fold_constants(e)), "3.0 + p + 3.0 + 4.0");
}

}  // namespace
}  // namespace pantile::ir
