#include "search/choose_inlining.h"

#include <gtest/gtest.h>

#include "search/scheduled.h"

namespace pantile::search {

using namespace schedule;
namespace {

const std::string kInputs = "input img: f32(x, y)\ninput raw: u8(x, y)\n";

struct Program {
    Prepared p;
    explicit Program(const std::string& items) : p(prepared(kInputs + items, {{"x", 1000}, {"y", 1000}})) {}

    Inlining by_shape(const Pins& pins = {}) const { return inline_by_shape(p.pipeline, p.graph, pins); }
    Inlining by_benefit(const Pins& pins = {}) const { return inline_by_benefit(p.pipeline, p.graph, pins); }
};

std::set<std::string> names_of(const Inlining& inlining) {
    std::set<std::string> names;
    for (const auto& [rewrite, reason] : inlining) names.insert(to_text(rewrite));
    return names;
}

// Of stages that are inlined everywhere.
Inlining of_reasons(const std::map<std::string, std::string>& reasons) {
    Inlining out;
    for (const auto& [stage, reason] : reasons) out[rewrite::Inline{stage}] = reason;
    return out;
}
using Names = std::set<std::string>;

TEST(ChooseInlining, ByShapePointwiseStagesGoIntoAllReaders) {
    const Program program(
        "gray(x, y) = img(x, y) * 2.0\n"
        "output a(x, y) = gray(x-1, y) + gray(x+1, y)\noutput b(x, y) = gray(x, y-1) + gray(x, y+1)\n");
    EXPECT_EQ(program.by_shape(), of_reasons({{"gray", "it reads one point of each producer"}}));
}

TEST(ChooseInlining, ByShapeAStencilWithOneReaderAtOnePointGoesThere) {
    const std::string stencil = "s(x, y) = img(x-1, y) + img(x+1, y)\n";
    EXPECT_EQ(Program(stencil + "output out(x, y) = s(x, y) * s(x, y)\n").by_shape(),
              of_reasons({{"s", "only 'out' reads it, at one point"}}));
    EXPECT_TRUE(Program(stencil + "output out(x, y) = s(x, y) + s(x+1, y)\n").by_shape().empty());
    EXPECT_TRUE(Program(stencil + "output a(x, y) = s(x, y)\noutput b(x, y) = s(x, y)\n").by_shape().empty());
}

TEST(ChooseInlining, ByShapeReadersOfDifferentPointsComputeTheirOwn) {
    const std::string reason = "each of its consumers reads different points of it";
    const std::string stencil = "s(x, y) = img(x-1, y) + img(x+1, y)\n";
    const auto read = [&](const std::string& a, const std::string& b) {
        return Program(stencil + "output a(x, y) = " + a + "\noutput b(x, y) = " + b + "\n").by_shape();
    };
    EXPECT_EQ(read("s(2*x, y)", "s(2*x+1, y)"), of_reasons({{"s", reason}}));
    EXPECT_EQ(read("s(2*x+5, y)", "s(2*x, y) * 3"), of_reasons({{"s", reason}}));
    EXPECT_EQ(read("s(3*x, y) + s(3*x+1, y)", "s(3*x+2, y)"), of_reasons({{"s", reason}}));
    EXPECT_TRUE(read("s(2*x, y)", "s(2*x+4, y)").empty()) << "both read the even ones";
    EXPECT_TRUE(read("s(3*x, y) + s(3*x+1, y)", "s(3*x+1, y)").empty()) << "they meet in the middle";
    EXPECT_TRUE(read("s(2*x, y) + s(2*x+2, y)", "s(2*x+1, y)").empty()) << "the first reads each twice";
    EXPECT_TRUE(read("s(2*x, 0)", "s(2*x+1, y)").empty()) << "the first repeats a row";
    EXPECT_EQ(read("s(x, 0)", "s(x, 1)").size(), 0u) << "so do both";
    const std::string colours = "input rgb: f32(x, y, c)\ns(x, y, c) = rgb(x-1, y, c) + rgb(x+1, y, c)\n";
    EXPECT_EQ(Program(colours + "output a(x, y) = s(x, y, 0)\noutput b(x, y) = s(x, y, 1)\n").by_shape(),
              of_reasons({{"s", reason}}));
}

// 's' has one reader only once 'p' and 'q' are gone.
TEST(ChooseInlining, WhatIsInlinedMayMakeMorePossible) {
    const Program program(
        "s(x, y) = img(x-1, y) + img(x+1, y)\np(x, y) = s(x, y) * 2.0\nq(x, y) = s(x, y) + 1.0\n"
        "output out(x, y) = p(x, y) * q(x, y)\n");
    EXPECT_EQ(names_of(program.by_shape()), (Names{"p", "q", "s"}));
}

TEST(ChooseInlining, OutputsReductionsAndCasesStay) {
    const Program program(
        "r(x, y) = img(x, y)\nr(x, y) = r(x, y) + img(x + i, y) for i in 0..3\n"
        "output shown(x, y) = img(x, y)\n"
        "output out(x, y) = r(x, y) + shown(x, y)\n");
    EXPECT_TRUE(program.by_shape().empty());
    EXPECT_TRUE(program.by_benefit().empty());
}

TEST(ChooseInlining, ByBenefitCheapStagesAreComputedAgain) {
    // One load and one multiplication, twice: three operations more, three loads and stores less.
    const Program cheap("a(x, y) = img(x, y) * 2.0\noutput out(x, y) = a(x-1, y) + a(x+1, y)\n");
    EXPECT_EQ(cheap.by_benefit(), of_reasons({{"a", "recomputing it takes 2 operations, loading it 3"}}));
    const Program costly("a(x, y) = exp(img(x, y))\noutput out(x, y) = a(x-1, y) + a(x+1, y)\n");
    EXPECT_TRUE(costly.by_benefit().empty());
    const Program copy("a(x, y) = img(x, y)\noutput out(x, y) = sum(a(x+i, y) for i in 0..30)\n");
    EXPECT_EQ(copy.by_benefit(), of_reasons({{"a", "it costs no more than a load"}}));
}

TEST(ChooseInlining, PinsComeFirst) {
    const Program program(
        "p(x, y) = img(x, y) * 2.0\nq(x, y) = sum(img(x+i, y) for i in 0..9)\n"
        "output out(x, y) = p(x, y) + q(x, y) + q(x+1, y)\n");
    Pins pins;
    pins.stored = {"p"};
    pins.inlined = {"q"};
    EXPECT_EQ(program.by_shape(pins), of_reasons({{"q", "pinned"}}));
    EXPECT_EQ(program.by_benefit(pins), of_reasons({{"q", "pinned"}}));
    EXPECT_EQ(inline_pinned(pins), of_reasons({{"q", "pinned"}}));
    Pins tiled;
    tiled.tiles["p"] = {64, 64};
    EXPECT_TRUE(names_of(program.by_shape(tiled)).count("p") == 0) << "a stage with tiles is stored";
    Pins grouped;
    grouped.together = {{"p", "out"}};
    EXPECT_TRUE(names_of(program.by_shape(grouped)).count("p") == 0) << "and so is a stage with a group";
}

// Inlined without a limit, the last stage would have 2^40 operations.
TEST(ChooseInlining, DefinitionsDoNotGrowWithoutBound) {
    std::string items = "s0(x, y) = img(x, y) * 2.0\n";
    for (int i = 1; i <= 40; ++i)
        items += fmt::format("s{0}(x, y) = s{1}(x, y) * s{1}(x, y) + s{1}(x, y)\n", i, i - 1);
    const Program program(items + "output out(x, y) = s40(x-1, y) + s40(x+1, y)\n");
    for (const Inlining& inlined : {program.by_shape(), program.by_benefit()}) {
        EXPECT_LT(inlined.size(), 41u);
        EXPECT_TRUE(prepare(program.p.pipeline, rewrites_of(inlined), {{"x", 100}, {"y", 100}}));
    }
}

TEST(ChooseInlining, ALongChainIsInlinedInPieces) {
    std::string items = "s0(x, y) = img(x, y) * 2.0\n";
    for (int i = 1; i <= 500; ++i) items += fmt::format("s{}(x, y) = s{}(x, y) + 1.0\n", i, i - 1);
    const Program program(items + "output out(x, y) = s500(x, y)\n");
    const Inlining inlined = program.by_shape();
    EXPECT_GT(inlined.size(), 400u);
    EXPECT_LT(inlined.size(), 501u);
}

// A reduction without points reads nothing; inlined, its stage would ask for what it reads all the same.
TEST(ChooseInlining, WhatCannotBeInlinedIsLeftOut) {
    const Program program(
        "param n: i32 = 3 in -1..9\na(x, y) = img(x, y) * 2.0\nb(x, y) = img(x, y) + 1.0\n"
        "output out(x, y) = sum(a(x+i, y) for i in 0..n) + b(x, y)\n");
    EXPECT_EQ(names_of(program.by_shape()), Names{"b"});
    EXPECT_EQ(names_of(legal_part(program.p.pipeline,
                                  of_reasons({{"a", "wanted"}, {"b", "too"}, {"out", "the output"}}))),
              Names{"b"});
}

TEST(ChooseInlining, OfHarrisThePointwiseStagesAndTheSumsDisappear) {
    const Prepared p = prepared(app("harris"), {{"x", 4256}, {"y", 2832}});
    // 'Sxy' goes into 'det' before that goes into 'harris'; the other sums have a second reader until then.
    const std::string point = "it reads one point of each producer",
                      only = "only 'harris' reads it, at one point",
                      det = "only 'det' reads it, at one point";
    EXPECT_EQ(inline_by_shape(p.pipeline, p.graph, {}), of_reasons({{"Ixx", point},
                                                                    {"Iyy", point},
                                                                    {"Ixy", point},
                                                                    {"det", point},
                                                                    {"tr", point},
                                                                    {"Sxx", only},
                                                                    {"Syy", only},
                                                                    {"Sxy", det}}));
}

}  // namespace
}  // namespace pantile::search
