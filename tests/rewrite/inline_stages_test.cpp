#include "rewrite/inline_stages.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/regions.h"
#include "front/text/parsing.h"
#include "ir/traverse.h"
#include "ir/verify.h"

namespace pantile::rewrite {

using namespace ir;
namespace {

Pipeline program(const std::string& items) { return front::parsed("pipeline p\n" + items); }

Rewrites parsed(const std::set<std::string>& texts) {
    Rewrites out;
    for (const std::string& text : texts) out.insert(parse_rewrite(text));
    return out;
}

// The stages that are left, as text.
std::string inlined(const std::string& items, const std::set<std::string>& texts) {
    const Pipeline p = program(items);
    EXPECT_EQ(why_not_inlined(p, parsed(texts)), std::nullopt);
    Pipeline left = inline_stages(p, parsed(texts));
    left.inputs.clear();
    left.params.clear();
    const std::string text = to_text(left);
    return text.substr(text.find_first_not_of('\n', text.find("\n\n")));
}

std::string refusal(const std::string& items, const std::set<std::string>& texts) {
    return why_not_inlined(program(items), parsed(texts)).value_or("none");
}

TEST(InlineStages, AReadBecomesTheDefinitionAtThatPoint) {
    EXPECT_EQ(
        inlined("input img: f32(x, y)\na(x, y) = img(x+1, y) * f32(y)\noutput b(x, y) = a(y, 2*x)\n", {"a"}),
        "output b(x, y) = img(y + 1, t1) * f32(t1)\n  with t1 = 2 * x\n");
}

TEST(InlineStages, CoordinatesAreExchangedAtOnce) {
    EXPECT_EQ(inlined("input img: f32(x, y)\na(x, y) = img(x, y)\noutput b(x, y) = a(y, x)\n", {"a"}),
              "output b(x, y) = img(y, x)\n");
}

// What is read of 'img' is known as exactly as before.
TEST(InlineStages, AWideIndexIsNoWiderThanItWas) {
    const std::string items = "input img: f32(x)\na(x) = img(clamp(x, 0, 4))\n";
    EXPECT_EQ(inlined(items + "output b(x) = a(i64(x))\n", {"a"}), "output b(x) = img(min(max(x, 0), 4))\n");
    EXPECT_EQ(inlined(items + "output b(x) = a(i64(x) * 2 - 1 + i64(x))\n", {"a"}),
              "output b(x) = img(min(max(x * 2 - 1 + x, 0), 4))\n");
    EXPECT_EQ(inlined(items + "output b(x) = a(i64(x) / 1048576 + i64(x) % 3)\n", {"a"}),
              "output b(x) = img(min(max(x / 1048576 + x % 3, 0), 4))\n");
    const auto limited = [](const std::string& index) {
        return "output b(x) = img(min(max(i32(min(max(" + index + ", -2147483648), 2147483647)), 0), 4))\n";
    };
    EXPECT_EQ(inlined(items + "output b(x) = a(i64(u32(x)) / 2)\n", {"a"}), limited("i64(u32(x)) / 2"));
    EXPECT_EQ(inlined(items + "output b(x) = a((i64(x) * 1048576 + 1) / 1048576 + 1)\n", {"a"}),
              limited("(i64(x) * 1048576 + 1) / 1048576 + 1"));
    EXPECT_EQ(inlined(items + "output b(x) = a(i64(x) + 2147483648 - 2147483648)\n", {"a"}),
              limited("i64(x) + 2147483648 - 2147483648"))
        << "numbers that a coordinate does not hold";
    const std::string params = "param p: i32\nparam q: i32\n";
    EXPECT_EQ(inlined(params + items + "output b(x) = a(i64(p) - i64(q) + i64(x))\n", {"a"}),
              limited("i64(p) - i64(q) + i64(x)"))
        << "parts that may be large";
}

TEST(InlineStages, ANarrowIndexStillWraps) {
    const std::string items = "input img: f32(x)\na(x) = img(clamp(x, 0, 4))\n";
    EXPECT_EQ(inlined(items + "output b(x) = a(i64(i8(x)))\n", {"a"}),
              "output b(x) = img(min(max(i32(i8(x)), 0), 4))\n");
    EXPECT_EQ(inlined(items + "output b(x) = a(i8(x))\n", {"a"}),
              "output b(x) = img(min(max(i32(i8(x)), 0), 4))\n");
}

TEST(InlineStages, ChainsGoAwayAsAWhole) {
    EXPECT_EQ(inlined("input img: f32(x)\na(x) = img(x) + 1.0\nb(x) = a(x+1) * 2.0\noutput c(x) = b(x+10)\n",
                      {"a", "b"}),
              "output c(x) = (img((x + 10) + 1) + 1.0) * 2.0\n");
}

TEST(InlineStages, AnEdgeIsRepeatedOnce) {
    const std::string input = "input img: f32(x)\ninput other: f32(x)\n";
    const std::string a = "a(x) = repeat_edge(img)(x)\n";
    const std::string once = "output b(x) = img(min(max(x - 1, img.x.min), img.x.max))\n";
    EXPECT_EQ(inlined(input + a + "output b(x) = repeat_edge(a, img)(x-1)\n", {"a"}), once);
    EXPECT_NE(inlined(input + a + "output b(x) = repeat_edge(a, other)(x-1)\n", {"a"}), once)
        << "other limits";
}

TEST(InlineStages, TheOtherStagesOfAChainStay) {
    EXPECT_EQ(inlined("input img: f32(x)\na(x) = img(x) + 1.0\nb(x) = a(x+1) * 2.0\noutput c(x) = b(x+10)\n",
                      {"a"}),
              "b(x) = (img(x + 1) + 1.0) * 2.0\noutput c(x) = b(x + 10)\n");
}

const char* const kTwoReaders =
    "input img: f32(x)\na(x) = img(x) + 1.0\nb(x) = a(x+1) * 2.0\nc(x) = a(x) * 3.0\noutput d(x) = b(x) + "
    "c(x)\n";

TEST(InlineStages, AReaderMayComputeWhatTheOthersLoad) {
    EXPECT_EQ(inlined(kTwoReaders, {"a in b"}),
              "a(x) = img(x) + 1.0\nb(x) = (img(x + 1) + 1.0) * 2.0\nc(x) = a(x) * 3.0\noutput d(x) = b(x) + "
              "c(x)\n");
    EXPECT_EQ(inlined(kTwoReaders, {"a in b", "b"}),
              "a(x) = img(x) + 1.0\nc(x) = a(x) * 3.0\noutput d(x) = (img(x + 1) + 1.0) * 2.0 + c(x)\n");
}

TEST(InlineStages, AReaderMustBeOneAndOthersMustBeLeft) {
    EXPECT_EQ(refusal(kTwoReaders, {"a in d"}), "'d' does not read 'a'.");
    EXPECT_EQ(refusal(kTwoReaders, {"a", "a in b"}), "'a' is inlined everywhere, and once more in 'b'.");
    EXPECT_EQ(refusal(kTwoReaders, {"a in b", "a in c"}),
              "'a' is inlined into each of its consumers: give its name alone.");
    EXPECT_EQ(refusal("input img: f32(x)\na(x) = img(x)\na(x) += 1\nb(x) = a(x)\noutput c(x) = a(x) + b(x)\n",
                      {"a in b"}),
              "'a' has updates.");
}

TEST(InlineStages, ConditionsIndicesAndUpdatesAreRewrittenToo) {
    EXPECT_EQ(inlined("input img: i32(x)\na(x) = img(x) & 7\noutput b(x): i32 =\n  case a(x) > 3: a(x)\n  "
                      "otherwise: 0\n",
                      {"a"}),
              "output b(x): i32 = case t1 > 3: t1\n  otherwise: 0\n  with t1 = img(x) & 7\n");
    EXPECT_EQ(inlined("input img: i32(x)\na(x) = img(x) & 7\noutput b(k) = 0\nb(a(i)) += a(i+1) for i in "
                      "0..9 where a(i) > 2\n",
                      {"a"}),
              "output b(k) = 0\nb(t1) = b(t1) + (img(i + 1) & 7) for i in 0..9 where t1 > 2\n  with t1 = "
              "img(i) & 7\n");
}

TEST(InlineStages, AnIndexOfAnotherTypeBecomesACoordinate) {
    EXPECT_EQ(inlined("input img: u8(x)\na(x) = x * 2\noutput b(x) = a(img(x))\n", {"a"}),
              "output b(x) = i32(img(x)) * 2\n");
}

TEST(InlineStages, WhatIsReadTwiceIsComputedOnce) {
    const Pipeline p = inline_stages(
        program("input img: f32(x)\na(x) = sqrt(img(x))\noutput b(x) = a(x+1) * a(x+1)\n"), {Inline{"a"}});
    size_t roots = 0;
    for_each_node(p.stages[0].cases[0].value, [&](const Expr& n) { roots += as<Unary>(n) != nullptr; });
    EXPECT_EQ(roots, 1u);
}

TEST(InlineStages, NothingToInlineLeavesThePipelineAlone) {
    const Pipeline p = program("input img: f32(x)\noutput b(x) = img(x) + img(x)\n");
    EXPECT_EQ(inline_stages(p, {}).stages[0].cases[0].value.id(), p.stages[0].cases[0].value.id());
}

TEST(InlineStages, ASumInsideOfASumOfTheSameVariableHasItsOwn) {
    EXPECT_EQ(inlined("input img: f32(x)\na(x) = sum(img(x+i) for i in 0..2)\n"
                      "output b(x) = sum(a(x+i) * f32(i) for i in 0..4)\n",
                      {"a"}),
              "output b(x) = sum(sum(img((x + i) + i_1) for i_1 in 0..2) * f32(i) for i in 0..4)\n");
}

TEST(InlineStages, NestedSumsOfTheSameVariableHaveTheirOwn) {
    EXPECT_EQ(
        inlined("input img: f32(x)\na(x) = sum(img(x+i) for i in 0..2)\nb(x) = sum(a(x+i) for i in 0..4)\n"
                "output c(x) = sum(b(x+i) for i in 0..6)\n",
                {"a", "b"}),
        "output c(x) = sum(sum(sum(img(((x + i) + i_3) + i_1_2) for i_1_2 in 0..2) for i_3 in 0..4) for i in "
        "0..6)\n");
}

TEST(InlineStages, TheConditionOfASumIsRenamedWithIt) {
    EXPECT_EQ(inlined("input img: f32(x)\na(x) = sum(img(x+i) for i in 0..2 where i != x)\noutput b(x) = "
                      "sum(a(i) for i in 0..4)\n",
                      {"a"}),
              "output b(x) = sum(sum(img(i + i_1) for i_1 in 0..2 where i_1 != i) for i in 0..4)\n");
}

// The variable of the sum in 'a' must not become the one that 'b' has already.
TEST(InlineStages, AFreshVariableIsNotOneOfTheProgram) {
    const Pipeline p = inline_stages(program("input img: f32(x)\na(x) = sum(img(x+i) for i in 0..2)\n"
                                             "output b(x) = sum(a(x+i_1) for i_1 in 0..4)\n"),
                                     {Inline{"a"}});
    const Reduce* outer = as<Reduce>(p.stages[0].cases[0].value);
    const Reduce* inner = as<Reduce>(outer->body);
    EXPECT_NE(inner->domain.variables[0].name, outer->domain.variables[0].name) << to_text(p);
}

// Fails as the one before.
TEST(InlineStages, AFreshVariableIsNotOneOfAnUpdate) {
    const Pipeline p = inline_stages(program("input img: f32(x)\na(x) = sum(img(x+i) for i in 0..2)\n"
                                             "output b(x) = 0.0\nb(x) += a(x+i_1) for i_1 in 0..4\n"),
                                     {Inline{"a"}});
    std::set<std::string> bound;
    for_each_node(p.stages[0].updates[0].value, [&](const Expr& n) {
        if (const Reduce* r = as<Reduce>(n)) bound.insert(r->domain.variables[0].name);
    });
    EXPECT_FALSE(bound.count("i_1")) << to_text(p);
}

// Regions are those of the larger range, as they were before.
TEST(InlineStages, SumsOverDifferentRangesOfOneNameKeepTheirReads) {
    const Pipeline p = program(
        "input img: f32(x)\na(x) = img(x)\n"
        "output b(x) = a(x) + sum(img(x+i) for i in 0..2) + sum(img(x+i) for i in 0..9)\n");
    const analysis::Regions regions = analysis::infer_regions(inline_stages(p, {Inline{"a"}})).value();
    EXPECT_EQ(to_text(regions.inputs[0][0].max), "b.x.out_max + 9");
}

TEST(InlineStages, OutputsAndUpdatesAreRefused) {
    EXPECT_EQ(refusal("input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(x)\n", {"a"}),
              "'a' is an output.");
    EXPECT_EQ(refusal("input img: f32(x)\na(x) = img(x)\na(x) += 1\noutput b(x) = a(x)\n", {"a"}),
              "'a' has updates.");
    EXPECT_EQ(refusal("input img: f32(x)\na(x) = img(x)\noutput b(x) = a(x)\n", {"a"}), "none");
}

const std::string kTwoCases =
    "input img: f32(x, c)\ninput other: f32(x)\na(x, c) =\n  case c < 3: img(x, c)\n  otherwise: other(x)\n";

TEST(InlineStages, TheReaderOfAStageByCasesGetsItsCases) {
    EXPECT_EQ(inlined(kTwoCases + "output b(x, c) = a(x, c) * 2.0\n", {"a"}),
              "output b(x, c): f32 = case c < 3: img(x, c) * 2.0\n  otherwise: other(x) * 2.0\n");
}

TEST(InlineStages, ACaseThatIsKnownToHoldNeedsNoCondition) {
    EXPECT_EQ(inlined(kTwoCases + "output b(x) = a(x, 1) - a(x, 3)\n", {"a"}),
              "output b(x) = img(x, 1) - other(x)\n");
    EXPECT_EQ(inlined(kTwoCases + "output b(x, c) = a(x, c) + a(x+1, c) + a(x, 3)\n", {"a"}),
              "output b(x, c): f32 = case c < 3: img(x, c) + img(t1, c) + t2\n  otherwise: t2 + other(t1) + "
              "t2\n  with t1 = x + 1,\n       t2 = other(x)\n");
}

TEST(InlineStages, ConditionsOfTheReaderComeFirst) {
    EXPECT_EQ(
        inlined(kTwoCases + "output b(c, y): f32 =\n  case y > 0: a(c, y)\n  otherwise: 1.0\n", {"a"}),
        "output b(c, y): f32 = case t1 and y < 3: img(c, y)\n  case t1: other(c)\n  otherwise: 1.0\n  with "
        "t1 = y > 0\n");
}

TEST(InlineStages, WhereNoCaseHoldsTheReaderSeesZero) {
    EXPECT_EQ(inlined("input img: f32(x)\na(x): f32 = case x > 3: img(x)\noutput b(x) = a(x) + 1.0\n", {"a"}),
              "output b(x): f32 = case x > 3: img(x) + 1.0\n  otherwise: f32(0.0) + f32(1.0)\n");
}

TEST(InlineStages, ACaseThatDependsOnMoreThanThePlaceIsRefused) {
    const std::string unknown = "'b' cannot know which case of what it reads holds.";
    EXPECT_EQ(refusal(kTwoCases + "output b(x) = sum(a(x, i) for i in 0..4)\n", {"a"}), unknown);
    EXPECT_EQ(refusal(kTwoCases + "output b(x) = a(x, i32(other(x)))\n", {"a"}), unknown);
    EXPECT_EQ(refusal(kTwoCases + "output b(x, c) = a(x, clamp(c, 0, 3))\n", {"a"}), unknown);
    EXPECT_EQ(refusal(kTwoCases + "output b(x, c) = a(x, c+1)\n", {"a"}), unknown);
    EXPECT_EQ(refusal(kTwoCases + "output b(x, c) = 0.0\nb(x, c) += a(x, c)\n", {"a"}), unknown);
    EXPECT_EQ(refusal("input img: f32(x)\na(x) =\n  case img(x) > 0.5: 1.0\n  otherwise: 2.0\noutput b(x) = "
                      "a(x)\n",
                      {"a"}),
              unknown);
    EXPECT_EQ(refusal(kTwoCases + "output b(x) = 0.0\nb(x) += a(x, 2) + a(x, 3)\n", {"a"}), "none");
}

TEST(InlineStages, ACaseThatNobodyChoosesMustNotLeaveOthersUnread) {
    EXPECT_EQ(refusal(kTwoCases + "output b(x) = a(x, 1) - a(x, 2)\n", {"a"}),
              "'other' would have no consumer.");
    EXPECT_EQ(refusal("input img: f32(x)\nmore(x) = img(x)\na(x, c) =\n  case c == 0: more(x)\n  otherwise: "
                      "img(x)\noutput b(x) = a(x, 1)\n",
                      {"a"}),
              "'more' would have no consumer.");
}

TEST(InlineStages, TooManyCasesAreRefused) {
    const auto by_cases = [](int count) {
        std::string cases;
        for (int i = 0; i < count; ++i) cases += fmt::format("  case x < {}: {}.0\n", i, i);
        return "a(x) =\n" + cases + "b(x) =\n  case x > 9: a(x)\n  otherwise: 0.5\noutput c(x) = b(x)\n";
    };
    EXPECT_EQ(refusal(by_cases(6), {"a"}), "none");
    EXPECT_EQ(refusal(by_cases(7), {"a"}), "'b' cannot know which case of what it reads holds.");
}

// Each stage reads the one before it at three places: 3^n reads of the first.
std::string tripling(int stages) {
    std::string items = "input img: f32(x)\ns0(x) = img(x)\n";
    for (int i = 1; i < stages; ++i)
        items += fmt::format("s{0}(x) = s{1}(x-1) + s{1}(x) + s{1}(x+1)\n", i, i - 1);
    return items + fmt::format("output out(x) = s{}(x)\n", stages - 1);
}

std::set<std::string> all_but_output(int stages) {
    std::set<std::string> names;
    for (int i = 0; i < stages; ++i) names.insert(fmt::format("s{}", i));
    return names;
}

TEST(InlineStages, WhatGrowsBeyondMeasureIsRefused) {
    EXPECT_EQ(refusal(tripling(8), all_but_output(8)), "none");
    EXPECT_EQ(refusal(tripling(40), all_but_output(40)),
              "'s9' becomes too large with what it reads inlined.");
}

TEST(InlineStages, TheResultIsAPipeline) {
    for (const int n : {2, 5, 8}) {
        const Pipeline p = inline_stages(program(tripling(n)), parsed(all_but_output(n)));
        ASSERT_EQ(p.stages.size(), 1u);
        EXPECT_TRUE(verify(p).empty());
    }
}

}  // namespace
}  // namespace pantile::rewrite
