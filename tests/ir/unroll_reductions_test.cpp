#include "ir/unroll_reductions.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "interp/images.h"
#include "ir/print.h"
#include "ir/traverse.h"

namespace pantile::ir {
namespace {

Expr value_of(const std::string& text) {
    const ir::Pipeline p = front::parsed(
        "pipeline p\ninput img: f32(x, y)\ninput raw: i32(x)\nparam n: i32 = 3\noutput f(x, y) = " + text +
        "\n");
    return p.stages[0].cases[0].value;
}

std::string unrolled(const std::string& text) { return to_text(unroll_reductions(value_of(text))); }

TEST(UnrollReductions, AShortSumBecomesItsTermsInOrder) {
    EXPECT_EQ(unrolled("sum(img(x+i, y) for i in -1..1)"), "img(x + -1, y) + img(x, y) + img(x + 1, y)");
    EXPECT_EQ(unrolled("sum(raw(2*i + j) for i in 0..1, j in 0..1)"), "raw(0) + raw(2) + raw(1) + raw(3)");
    EXPECT_EQ(unrolled("product(raw(i) for i in 0..2)"), "raw(0) * raw(1) * raw(2)");
    EXPECT_EQ(unrolled("maximum(raw(i) for i in 0..1)"), "max(raw(0), raw(1))");
    EXPECT_EQ(unrolled("sum(raw(i) for i in 5..5)"), "raw(5)");
}

TEST(UnrollReductions, TheExtremeOfFloatsKeepsItsStart) {
    EXPECT_EQ(unrolled("maximum(img(i, 0) for i in 0..1)"), "max(max(-inf, img(0, 0)), img(1, 0))");
}

TEST(UnrollReductions, LongOpenAndConditionalReductionsStay) {
    for (const std::string text : {"sum(raw(i) for i in 0..64)", "sum(raw(i + 9*j) for i in 0..8, j in 0..8)",
                                   "sum(raw(i) for i in 0..n)", "sum(raw(i) for i in 0..3 where raw(i) > 1)",
                                   "sum(raw(i) for i in 3..2)"}) {
        EXPECT_TRUE(as<Reduce>(unroll_reductions(value_of(text)))) << text;
    }
}

TEST(UnrollReductions, NestedReductionsUnrollFromTheInside) {
    EXPECT_EQ(unrolled("sum(i * sum(raw(j) for j in 0..1) for i in 1..2)"),
              "1 * (raw(0) + raw(1)) + 2 * (raw(0) + raw(1))");
}

TEST(UnrollReductions, WhatDependsOnThePointAloneIsANumber) {
    const std::string text =
        unrolled("sum(raw(sum(select(i * i + d * d < 900, 1, 0) for d in 0..29)) for i in 0..29)");
    EXPECT_EQ(text.substr(0, 29), "raw(30) + raw(30) + raw(30) +");
}

TEST(UnrollReductions, TheResultIsTheSameToTheLastBit) {
    for (const std::string op : {"sum", "product", "minimum", "maximum"}) {
        std::vector<float> data;
        for (int i = 0; i < 30; ++i) data.push_back(static_cast<float>((i * 7919) % 101) * 0.013f - 0.3f);
        const Arguments arguments{{{"img", test::image<float>({10, 3}, data)}}, {{"n", 2}}};
        const std::string head = "input img: f32(x, y)\nparam n: i32 = 2\noutput f(x) = " + op +
                                 "(img(x+i, j) for i in 0..2, j in 0..";
        const std::vector<double> loop = test::interpreted(head + "n)\n", arguments);
        const ir::Pipeline p = front::parsed("pipeline p\n" + head + "2)\n");
        ir::Pipeline q = p;
        q.stages[0].cases[0].value = unroll_reductions(p.stages[0].cases[0].value);
        ASSERT_FALSE(as<Reduce>(q.stages[0].cases[0].value));
        const Result<Outputs> out =
            interpret(pantile::Pipeline(std::make_shared<const ir::Pipeline>(q)), arguments);
        ASSERT_TRUE(out) << render(out.diagnostics());
        EXPECT_EQ(test::numbers_of(out->at("f")), loop) << op;
    }
}

}  // namespace
}  // namespace pantile::ir
