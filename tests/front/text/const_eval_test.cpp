#include "front/text/const_eval.h"

#include "front/text/parsing.h"

namespace pantile::front {
namespace {

// The value of a const with this text, seen through a stage.
std::string const_text(const std::string& expr, std::map<std::string, int64_t> defines = {}) {
    const ir::Pipeline p =
        parsed("pipeline p\nconst n = " + expr + "\nconst L = 4\noutput f(): i64 = n\n", std::move(defines));
    return p.stages.empty() ? "" : ir::to_text(*ir::constant_value(p.stages[0].cases[0].value));
}

TEST(ConstEval, KnowsArithmeticWithFloorDivision) {
    EXPECT_EQ(const_text("2 + 3 * 4"), "14");
    EXPECT_EQ(const_text("-7 / 2"), "-4");
    EXPECT_EQ(const_text("-7 % 2"), "1");
    EXPECT_EQ(const_text("7 / -2"), "-4");
    EXPECT_EQ(const_text("7 % -2"), "-1");
    EXPECT_EQ(const_text("min(3, 2, 5) + max(1, 9)"), "11");
    EXPECT_EQ(const_text("(1 - 2) * 3"), "-3");
}

TEST(ConstEval, ConstsMayUseLaterOnes) { EXPECT_EQ(const_text("L * 2"), "8"); }

TEST(ConstEval, DefinesReplaceTheValueInTheText) {
    EXPECT_EQ(const_text("L * 2", {{"L", 10}}), "20");
    EXPECT_EQ(const_text("1 / 0", {{"n", 3}}), "3");
}

TEST(ConstEval, ADefineWithoutAConstIsAnError) {
    const Diagnostics found = errors_of("pipeline p\nconst width = 1\noutput f() = width\n", {{"widht", 3}});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].message, "a value is given for the const 'widht', which the file does not have.");
    EXPECT_EQ(found[0].hints[0], "did you mean 'width'?");
}

TEST(ConstEval, AWrongConstIsReportedOnce) {
    EXPECT_EQ(errors_of("pipeline p\nconst n = 1 / 0\nG[l in 0..n](x) = n + l\noutput G[0]\n").size(), 1u);
}

TEST(ConstEval, ALongChainInReverseOrderIsEvaluated) {
    std::string text = "pipeline p\n";
    for (int i = 0; i < 20000; ++i)
        text += "const c" + std::to_string(i) + " = c" + std::to_string(i + 1) + " + 1\n";
    const ir::Pipeline p = parsed(text + "const c20000 = 0\noutput f() = c0\n");
    EXPECT_EQ(ir::constant_int(p.stages[0].cases[0].value), 20000);
}

}  // namespace
}  // namespace pantile::front
