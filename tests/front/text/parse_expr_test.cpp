#include "front/text/parsing.h"
#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::front {
namespace {

// How an expression over x, y, img and raw is understood, in canonical form.
std::string understood(const std::string& expr) {
    const std::string text = stages_of("output f(x, y) = " + expr + "\n");
    const size_t begin = text.find(" = ") + 3;
    return text.substr(begin, text.find('\n') - begin);
}

ir::Expr value_of(const std::string& expr) {
    return parsed(with_inputs("output f(x, y) = " + expr + "\n")).stages[0].cases[0].value;
}

TEST(ParseExpr, ProductsBindTighterThanSums) {
    EXPECT_EQ(understood("x + y * 2"), "x + y * 2");
    EXPECT_EQ(understood("(x + y) * 2"), "(x + y) * 2");
    EXPECT_EQ(understood("x - y - 1"), "x - y - 1");
    EXPECT_EQ(understood("x - (y - 1)"), "x - (y - 1)");
}

TEST(ParseExpr, EveryLevelHasItsPlace) {
    EXPECT_EQ(understood("x | y ^ x & y << 1 + 2 * x"), "x | y ^ x & y << 1 + 2 * x");
    EXPECT_EQ(understood("(((x | y) ^ x) & y) << 1"), "(((x | y) ^ x) & y) << 1");
    EXPECT_EQ(understood("select(x < 1 or y < 2 and not x == y, 1, 0)"),
              "select(x < 1 or y < 2 and not (x == y), 1, 0)");
    EXPECT_EQ(understood("select((not x < 1) == (y < 2), 1, 0)"), "select((not (x < 1)) == (y < 2), 1, 0)");
}

TEST(ParseExpr, ASumIsOneNode) {
    const ir::Expr e = value_of("x + y + 1 + x");
    ASSERT_TRUE(ir::as<ir::Sum>(e));
    EXPECT_EQ(ir::as<ir::Sum>(e)->terms.size(), 4u);
}

TEST(ParseExpr, ALongSumEqualsAddingOneByOne) {
    std::string text = "img(x, y)";
    ir::Expr expected = value_of("img(x, y)");
    for (int i = 0; i < 2500; ++i) {
        text += i % 7 == 0 ? " + 2" : " + img(x, y)";
        expected = ir::add(expected, i % 7 == 0 ? ir::literal(int64_t{2}) : value_of("img(x, y)"));
    }
    EXPECT_TRUE(ir::same(value_of(text), expected));
}

TEST(ParseExpr, ComparisonsChainAndTheMiddleIsOneNode) {
    const ir::Expr e = value_of("select(0 <= x + y < 3, 1, 0)");
    const auto& both = *ir::as<ir::Binary>(ir::as<ir::Select>(e)->condition);
    EXPECT_EQ(both.op, ir::BinaryOp::logical_and);
    EXPECT_EQ(ir::as<ir::Binary>(both.lhs)->rhs.id(), ir::as<ir::Binary>(both.rhs)->lhs.id());
}

TEST(ParseExpr, LiteralsTakeTheTypeOfWhatTheyMeet) {
    EXPECT_EQ(value_of("raw(x, y) + 1").type(), ScalarType::u8);
    EXPECT_EQ(value_of("img(x, y) + 1").type(), ScalarType::f32);
    EXPECT_EQ(value_of("raw(x, y) * 0.5").type(), ScalarType::f32);
    EXPECT_EQ(value_of("0.5").type(), ScalarType::f32);
    EXPECT_EQ(value_of("7").type(), ScalarType::i32);
    EXPECT_EQ(value_of("f64(img(x, y)) * 0.1").type(), ScalarType::f64);
}

TEST(ParseExpr, NumbersKeepTheirValue) {
    EXPECT_EQ(understood("u64(18446744073709551615)"), "18446744073709551615");
    EXPECT_EQ(understood("i64(-9223372036854775808)"), "-9223372036854775808");
    EXPECT_EQ(understood("0xff"), "255");
    EXPECT_EQ(understood(".5"), "0.5");
    EXPECT_EQ(understood("2e-3"), "0.002");
    EXPECT_EQ(understood("-inf"), "-inf");
    EXPECT_EQ(understood("nan"), "nan");
    EXPECT_EQ(understood("-2147483648"), "-2147483648");
}

TEST(ParseExpr, FunctionsOfTheLanguageAreCalled) {
    EXPECT_EQ(understood("sqrt(img(x, y))"), "sqrt(img(x, y))");
    EXPECT_EQ(understood("min(x, y, 3)"), "min(min(x, y), 3)");
    EXPECT_EQ(understood("clamp(x, 0, 9)"), "min(max(x, 0), 9)");
    EXPECT_EQ(understood("lerp(img(x, y), img(y, x), 0.5)"), "img(x, y) * 0.5 + img(y, x) * 0.5");
    EXPECT_EQ(understood("u8(img(x, y))"), "u8(img(x, y))");
    EXPECT_EQ(understood("quo(x, 2) + rem(x, 2)"), "quo(x, 2) + rem(x, 2)");
}

TEST(ParseExpr, ALongSelectNestsToTheRight) {
    EXPECT_EQ(understood("select(x < 0, 1, x < 5, 2, 3)"), "select(x < 0, 1, select(x < 5, 2, 3))");
}

TEST(ParseExpr, ReductionsHaveRangesAConditionAndLocals) {
    EXPECT_EQ(understood("sum(img(x + i, y + j) for i in -1..1, j in 0..2 where i < j)"),
              "sum(img(x + i, y + j) for i in -1..1, j in 0..2 where i < j)");
    EXPECT_EQ(understood("maximum(t * t for i in 0..3 with t = img(x + i, y))"),
              "maximum(t1 * t1 for i in 0..3 with t1 = img(x + i, y))");
}

TEST(ParseExpr, SizesOfInputsAreNamed) {
    EXPECT_EQ(understood("img(img.x.max - x, img.y.min + img.y.extent)"),
              "img(img.x.max - x, img.y.min + img.y.extent)");
}

TEST(ParseExpr, AccessesCarryTheirWholeText) {
    const ir::Expr e = value_of("1 + img(x + 2,\n                   y)");
    EXPECT_EQ(ir::as<ir::Sum>(e)->terms[1].span(), (SourceSpan{4, 22, 10}));
    const ir::Expr whole = value_of("img(x, y + 1)");
    EXPECT_EQ(whole.span(), (SourceSpan{4, 18, 13}));
}

}  // namespace
}  // namespace pantile::front
