#include "ir/print.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "ir/build.h"

namespace pantile::ir {
namespace {

Expr x() { return variable(Scope::coordinate, "x"); }
Expr integer(int64_t v) { return literal(v); }

TEST(Print, OperatorsCarryTheParenthesesTheyNeedAndNoMore) {
    const Expr sum = add(x(), integer(1));
    EXPECT_EQ(to_text(binary(BinaryOp::mul, sum, integer(2))), "(x + 1) * 2");
    EXPECT_EQ(to_text(add(binary(BinaryOp::mul, x(), integer(2)), integer(1))), "x * 2 + 1");
    EXPECT_EQ(to_text(binary(BinaryOp::sub, x(), sum)), "x - (x + 1)");
    EXPECT_EQ(to_text(binary(BinaryOp::sub, binary(BinaryOp::sub, x(), x()), x())), "x - x - x");
    EXPECT_EQ(to_text(unary(UnaryOp::neg, sum)), "-(x + 1)");
    EXPECT_EQ(to_text(binary(BinaryOp::min, x(), integer(3))), "min(x, 3)");
}

TEST(Print, ADefinitionIsOneLineThatIsCutWhenLong) {
    const Pipeline p = front::parsed(
        "pipeline p\ninput img: f32(x, y)\n"
        "output f(x, y) = case x < 3: img(x, y) otherwise: 0.0\n"
        "f(x, r) = f(x, r) + 1 for r in 0..3 where r > x\n");
    EXPECT_EQ(definition_text(p.stages[0], 0), "f(x, y): f32 = case x < 3: img(x, y) otherwise: 0.0");
    EXPECT_EQ(definition_text(p.stages[0], 1), "f(x, r) = f(x, r) + 1.0 for r in 0..3 where r > x");
    Expr long_one = x();
    for (int i = 0; i < 900; ++i) long_one = unary(UnaryOp::abs, long_one);
    const Stage stage{"g", ScalarType::i32, {"x"}, {{std::nullopt, long_one}}, {}, {}};
    EXPECT_LT(definition_text(stage, 0).size(), 260u);
    EXPECT_TRUE(definition_text(stage, 0).ends_with(" …"));
}

TEST(Print, TheTextOfAnExpressionThatSharesItselfStaysShort) {
    Expr e = x();
    for (int i = 0; i < 500; ++i) e = binary(BinaryOp::mul, e, e);
    EXPECT_LT(to_text(e).size(), 260u);
}

TEST(Print, SharedNodesAreWrittenOnceUnderWith) {
    const Expr t = binary(BinaryOp::mul, x(), x());
    Pipeline p{
        "p",    {},
        {},     {{"f", ScalarType::i32, {"x"}, {{std::nullopt, add(t, unary(UnaryOp::neg, t))}}, {}, {}}},
        {"f"},  {},
        nullptr};
    EXPECT_EQ(to_text(p), "pipeline p\n\n\noutput f(x) = t1 + -t1\n  with t1 = x * x\n");
}

TEST(Print, TheNameOfABindingAvoidsAllNamesOfThePipeline) {
    const Expr t1 = variable(Scope::coordinate, "t1");
    const Expr t = binary(BinaryOp::mul, t1, t1);
    Pipeline p{
        "p",    {},
        {},     {{"f", ScalarType::i32, {"t1"}, {{std::nullopt, add(t, unary(UnaryOp::neg, t))}}, {}, {}}},
        {"f"},  {},
        nullptr};
    EXPECT_NE(to_text(p).find("with t2 = t1 * t1"), std::string::npos) << to_text(p);
    front::parsed(to_text(p));
}

TEST(Print, ParametersEstimatesAndTheOrderOfOutputsAreKept) {
    const std::string text =
        "pipeline p\n\n"
        "input img: u8(x, y)\n"
        "param k: f32 = 0.5 in 0.0..1.0\n"
        "param n: i32\n"
        "estimate x = 640\n\n"
        "output a(x, y) = img(x, y)\n"
        "output b(x, y): f32 = 1.0\n\n"
        "output b, a\n";
    EXPECT_EQ(to_text(front::parsed(text)), text);
}

}  // namespace
}  // namespace pantile::ir
