#include <gtest/gtest.h>

#include <algorithm>

#include "front/cpp/built.h"

namespace pantile::test {
namespace {

const Var x("x"), y("y");

TEST(Exprs, LiteralsTakeTheTypeOfWhatTheyMeet) {
    const Expr narrow = cast<uint8_t>(x);
    EXPECT_EQ((narrow * 2).type(), UInt(8));
    EXPECT_EQ((2 * narrow).type(), UInt(8));
    EXPECT_EQ((cast<float>(x) * 0.5).type(), Float(32));
    EXPECT_EQ((narrow * 0.5f).type(), Float(32));
    EXPECT_EQ(Expr(1).type(), Int(32));
    EXPECT_EQ(Expr(1.0f).type(), Float(32));
    EXPECT_EQ(Expr(1.0).type(), Float(64));
    EXPECT_EQ(Expr(true).type(), Bool());
    EXPECT_EQ(Expr(int64_t{1} << 40).type(), Int(64));
    EXPECT_EQ(Expr(~uint64_t{0}).type(), UInt(64));
}

TEST(Exprs, OperatorsAreThoseOfTheLanguage) {
    EXPECT_EQ(value_of((x + y) * 2 - x / y % 3), " = (x + y) * 2 - x / y % 3");
    EXPECT_EQ(value_of((x & 3) | (y ^ 1)), " = x & 3 | y ^ 1");
    EXPECT_EQ(value_of((x << 2) >> y), " = x << 2 >> y");
    EXPECT_EQ(value_of(-x + ~y), " = -x + ~y");
    EXPECT_EQ(value_of((x < y && x != 3) || !(y >= 2)), " = x < y and x != 3 or not (y >= 2)");
}

TEST(Exprs, CompoundAssignmentBuildsANewExpression) {
    Expr e = x;
    const Expr before = e;
    e += 1;
    e *= y;
    e <<= 2;
    EXPECT_EQ(value_of(e), " = (x + 1) * y << 2");
    EXPECT_EQ(value_of(before), " = x");
}

TEST(Exprs, SelectTakesAnyNumberOfConditions) {
    EXPECT_EQ(value_of(select(x < 1, x, y)), " = select(x < 1, x, y)");
    EXPECT_EQ(value_of(select(x < 1, x, y < 2, y, x < 3, 7, 8)),
              " = select(x < 1, x, select(y < 2, y, select(x < 3, 7, 8)))");
}

TEST(Exprs, MinAndMaxTakeAnyNumberOfValues) {
    EXPECT_EQ(value_of(min(x, y)), " = min(x, y)");
    EXPECT_EQ(value_of(max(x, y, 3)), " = max(max(x, y), 3)");
    EXPECT_EQ(value_of(min(x, 1, y, 2)), " = min(min(min(x, 1), y), 2)");
    EXPECT_EQ(value_of(clamp(x, 0, 255)), " = min(max(x, 0), 255)");
}

TEST(Exprs, FunctionsAreNamedAsInThePanLanguage) {
    const Expr f = cast<float>(x);
    EXPECT_EQ(value_of(sqrt(f)), " = sqrt(f32(x))");
    EXPECT_EQ(value_of(pow(f, 2)), " = pow(f32(x), 2.0)");
    EXPECT_EQ(value_of(cast<int>(floor(f))), " = i32(floor(f32(x)))");
    EXPECT_EQ(value_of(quo(x, 2) + rem(x, 2)), " = quo(x, 2) + rem(x, 2)");
    EXPECT_EQ(value_of(is_nan(f)), " = is_nan(f32(x))");
    EXPECT_EQ(value_of(cast(UInt(8), x)), " = u8(x)");
    EXPECT_EQ(value_of(abs(x)), " = abs(x)");
}

TEST(Exprs, LerpOfFloatsIsAWeightedSum) {
    const Expr f = cast<float>(x);
    EXPECT_EQ(value_of(lerp(1.0f, f, 0.25f)), " = 0.75 + f32(x) * 0.25");
}

TEST(Exprs, LerpOfIntegersIsRoundedToTheNearest) {
    const Expr a = cast<uint8_t>(x);
    EXPECT_EQ(lerp(a, a, 0.5f).type(), UInt(8));
    EXPECT_EQ(value_of(lerp(0, a, a)),
              " = u8((0 * (255 - t2) + i64(t1) * t2 + 127) / 255)\n"
              "  with t1 = u8(x),\n       t2 = i64(t1)");
}

TEST(Exprs, AnExpressionWithoutAValueIsReportedNotFollowed) {
    Func f("f");
    f(x) = Expr() + 1;
    EXPECT_EQ(problems_of({f}),
              std::vector<std::string>{"in the definition of 'f': an expression without a value is used."});
}

TEST(Exprs, SquaringFiveHundredTimesIsQuick) {
    ImageParam img(Float(32), 2, "img");
    Expr e = img(x, y);
    for (int i = 0; i < 500; ++i) e = e * e;
    Func f("f");
    f(x, y) = e;
    EXPECT_TRUE(Pipeline::build({f}));
}

TEST(Exprs, TheDeepestExpressionIsBuilt) {
    Expr e = x;
    for (int i = 0; i < 998; ++i) e = e * y;
    const std::string text = value_of(e * y);
    EXPECT_EQ(std::count(text.begin(), text.end(), '*'), 999) << text;
}

TEST(Exprs, TooDeepIsADiagnostic) {
    Expr e = x;
    for (int i = 0; i < 100000; ++i) e = e * 3 - 1;
    Func f("f");
    f(x) = e;
    EXPECT_EQ(problems_of({f}),
              std::vector<std::string>{"in the definition of 'f': this expression is nested more than "
                                       "1000 levels deep."});
}

}  // namespace
}  // namespace pantile::test
