#include "emit/c_expr.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ir/build.h"

namespace pantile::emit {
namespace {

using namespace ir;

struct Writer {
    Loops loops;
    CNames names{loops};
    CHelpers helpers;
    CExprs exprs{names, helpers};
};

std::string value_text(const Expr& e) {
    Writer w;
    return w.exprs.value(e);
}

Expr local(const std::string& name, ScalarType type) { return variable(Scope::local, name, type); }

TEST(CConstant, EveryNumberIsWrittenInItsOwnType) {
    EXPECT_EQ(c_constant(Value::of_bool(true)), "true");
    EXPECT_EQ(c_constant(Value::of_f32(0.1f)), "0.1f");
    EXPECT_EQ(c_constant(Value::of_f64(0.1)), "0.1");
    EXPECT_EQ(c_constant(Value::of_f32(3)), "3.0f");
    EXPECT_EQ(c_constant(Value::of_int(ScalarType::u32, -1)), "4294967295u");
    EXPECT_EQ(c_constant(Value::of_int(ScalarType::u64, -1)), "UINT64_C(18446744073709551615)");
    EXPECT_EQ(c_constant(Value::of_int(ScalarType::i64, int64_t{1} << 40)), "INT64_C(1099511627776)");
}

TEST(CConstant, TheLowestIntegersAreNoOverflowingLiterals) {
    EXPECT_EQ(c_constant(lowest_value(ScalarType::i32)), "INT32_MIN");
    EXPECT_EQ(c_constant(lowest_value(ScalarType::i64)), "INT64_MIN");
}

TEST(CConstant, InfinitiesAndNaNHaveTheirMacros) {
    EXPECT_EQ(c_constant(Value::of_f32(INFINITY)), "INFINITY");
    EXPECT_EQ(c_constant(Value::of_f32(-INFINITY)), "-INFINITY");
    EXPECT_EQ(c_constant(Value::of_f64(NAN)), "(double)NAN");
}

TEST(CExpr, WideSignedArithmeticRunsInAnUnsignedType) {
    const std::string text =
        value_text(binary(BinaryOp::mul, local("a", ScalarType::i32), local("b", ScalarType::i32)));
    EXPECT_NE(text.find("uint32_t"), std::string::npos) << text;
    EXPECT_NE(text.find("(int32_t)"), std::string::npos) << text;
}

TEST(CExpr, NarrowArithmeticIsCutToItsType) {
    EXPECT_EQ(value_text(add(local("a", ScalarType::u8), local("b", ScalarType::u8))),
              "(uint8_t)((uint32_t)a + (uint32_t)b)");
}

// In C it is an int, and so is what follows.
TEST(CExpr, TheComplementOfANarrowValueIsCutToItsType) {
    EXPECT_EQ(value_text(unary(UnaryOp::bit_not, local("a", ScalarType::u8))), "(uint8_t)(~a)");
    EXPECT_EQ(value_text(unary(UnaryOp::bit_not, local("a", ScalarType::u32))), "~a");
}

TEST(CExpr, AChoiceBetweenSmallNumbersHasTheBitsOfItsType) {
    const Expr c = local("c", ScalarType::boolean);
    const auto number = [](ScalarType type, int64_t v) { return constant(Value::of_int(type, v)); };
    EXPECT_EQ(value_text(select(c, number(ScalarType::i64, 3), number(ScalarType::i64, 5))),
              "c ? (int64_t)3 : 5");
    EXPECT_EQ(value_text(select(c, number(ScalarType::i32, 3), number(ScalarType::i32, 5))), "c ? 3 : 5");
}

TEST(CExpr, ExactArithmeticUsesPlainOperators) {
    Writer w;
    const Expr a = local("a", ScalarType::i64), b = local("b", ScalarType::i64);
    EXPECT_EQ(w.exprs.exact(binary(BinaryOp::mul, add(a, b), a)), "(a + b) * a");
    EXPECT_EQ(w.exprs.exact(binary(BinaryOp::sub, a, add(a, b))), "a - (a + b)");
}

TEST(CExpr, FloatArithmeticKeepsItsOrder) {
    const Expr a = local("a", ScalarType::f32), b = local("b", ScalarType::f32),
               c = local("c", ScalarType::f32);
    EXPECT_EQ(value_text(add(add(a, b), c)), "a + b + c");
    EXPECT_EQ(value_text(make_node(Sum{{a, add(b, c)}}, ScalarType::f32)), "a + (b + c)");
    EXPECT_EQ(value_text(binary(BinaryOp::mul, a, binary(BinaryOp::mul, b, c))), "a * (b * c)");
}

TEST(CExpr, DivisionShiftsAndConversionsThatCDoesNotDefineCallAHelper) {
    Writer w;
    const Expr a = local("a", ScalarType::i32), f = local("f", ScalarType::f32);
    EXPECT_EQ(w.exprs.value(binary(BinaryOp::div, a, a)), "pantile_div_i32(a, a)");
    EXPECT_EQ(w.exprs.value(cast(ScalarType::u8, f)), "pantile_u8_from_f32(f)");
    EXPECT_NE(w.helpers.definitions().find("PANTILE_INLINE int32_t pantile_div_i32(int32_t a, int32_t b)"),
              std::string::npos);
    EXPECT_NE(w.helpers.definitions().find("PANTILE_INLINE uint8_t pantile_u8_from_f32(float v)"),
              std::string::npos);
}

TEST(CHelpers, EachHelperIsDefinedOnce) {
    CHelpers helpers;
    helpers.binary(BinaryOp::min, ScalarType::i32);
    const std::string once = helpers.definitions();
    helpers.binary(BinaryOp::min, ScalarType::i32);
    EXPECT_EQ(helpers.definitions(), once);
    EXPECT_EQ(CHelpers().definitions(), "");
}

TEST(CHelpers, TypesHaveTheirNamesInC) {
    EXPECT_EQ(c_type(ScalarType::boolean), "bool");
    EXPECT_EQ(c_memory_type(ScalarType::boolean), "uint8_t");
    EXPECT_EQ(c_type(ScalarType::i16), "int16_t");
    EXPECT_EQ(c_type(ScalarType::f64), "double");
}

}  // namespace
}  // namespace pantile::emit
