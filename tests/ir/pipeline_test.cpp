#include "ir/pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "front/text/parsing.h"

namespace pantile::ir {
namespace {

using testing::ElementsAre;

Pipeline sample() {
    return front::parsed(
        "pipeline p\ninput img: u8(x, y)\ninput table: i32(x)\nparam k: i32 = 1\n"
        "a(x, y) = i32(img(x, y)) + table(clamp(k, 0, 9))\n"
        "a(x, r) = a(x, r) + table(r) for r in 0..img.y.max where img(0, r) > 3\n"
        "output b(x, y) = case x < table(0): a(x, y) otherwise: a(y, x)\n");
}

TEST(Pipeline, ItemsAreFoundByNameAndKind) {
    const Pipeline p = sample();
    EXPECT_EQ(p.find_input("table"), &p.inputs[1]);
    EXPECT_EQ(p.find_stage("b"), &p.stages[1]);
    EXPECT_EQ(p.find_param("k"), &p.params[0]);
    EXPECT_EQ(p.find_input("a"), nullptr);
    EXPECT_EQ(p.find_stage("img"), nullptr);
    EXPECT_TRUE(p.is_output("b"));
    EXPECT_FALSE(p.is_output("a"));
}

TEST(Pipeline, ProducersAreListedOnceInTheOrderOfFirstUse) {
    const Pipeline p = sample();
    EXPECT_THAT(producers_of(p.stages[0]), ElementsAre("img", "table", "a"));
    EXPECT_THAT(producers_of(p.stages[1]), ElementsAre("table", "a"));
}

TEST(Pipeline, EveryExpressionOfAStageIsVisitedWithItsDefinition) {
    const Pipeline p = sample();
    std::vector<size_t> definitions;
    for_each_expr(p.stages[0], [&](const Expr&, size_t definition) { definitions.push_back(definition); });
    // The value; then both ends of the range, the condition, two indices and the value of the update.
    EXPECT_THAT(definitions, ElementsAre(0, 1, 1, 1, 1, 1, 1));
}

TEST(Pipeline, OnlyACoordinateAtItsOwnPlaceIsAPureArgument) {
    const Pipeline p = sample();
    const Stage& a = p.stages[0];
    EXPECT_TRUE(is_pure_argument(a, a.updates[0], 0));
    EXPECT_FALSE(is_pure_argument(a, a.updates[0], 1));
}

TEST(Pipeline, NamesOfDimensionsAreReadBack) {
    const Pipeline p = sample();
    for (const Bound bound : {Bound::min, Bound::max, Bound::extent}) {
        const Expr e = dimension(p.inputs[0], 1, bound);
        const auto name = parse_dimension(p, as<Variable>(e)->name);
        ASSERT_TRUE(name);
        EXPECT_EQ(name->input, "img");
        EXPECT_EQ(name->dim, 1u);
        EXPECT_EQ(name->bound, bound);
    }
    for (const char* wrong :
         {"img", "img.x", "img.z.min", "a.x.min", "img.x.width", "", "..", "img.x.min.y"}) {
        EXPECT_FALSE(parse_dimension(p, wrong)) << wrong;
    }
}

TEST(Pipeline, ADiagnosticShowsTheLineItPointsInto) {
    const Pipeline p = sample();
    const Diagnostic d = diagnostic_at(p, {4, 7, 1}, "look.");
    EXPECT_EQ(d.file, "test.pan");
    EXPECT_EQ(d.source_line, "param k: i32 = 1");
    EXPECT_EQ(diagnostic_at(p, {}, "look.").source_line, "");
    EXPECT_EQ(line_of({"f", "one\ntwo"}, 2), "two");
    EXPECT_EQ(line_of({"f", "one\ntwo"}, 3), "");
}

}  // namespace
}  // namespace pantile::ir
