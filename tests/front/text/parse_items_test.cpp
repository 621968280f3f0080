#include "front/text/parse_items.h"

#include "front/text/parsing.h"

namespace pantile::front {
namespace {

TEST(ParseItems, InputsHaveATypeAndDimensions) {
    const ir::Pipeline p =
        parsed("pipeline p\ninput a: u16(x, y, c)\ninput b: f64()\noutput f(x) = a(x, 0, 1) + b()\n");
    EXPECT_EQ(p.inputs[0].type, ScalarType::u16);
    EXPECT_EQ(p.inputs[0].dims, (std::vector<std::string>{"x", "y", "c"}));
    EXPECT_TRUE(p.inputs[1].dims.empty());
}

TEST(ParseItems, ParamsHaveOptionalDefaultsAndRanges) {
    const ir::Pipeline p = parsed(
        "pipeline p\nparam a: f32 = 0.04 in 0..1\nparam b: i16 = -3\nparam c: u8 in 1..9\nparam d: bool = "
        "true\n"
        "output f(x) = x\n");
    EXPECT_EQ(p.params[0].initial, ir::Value::of_f32(0.04f));
    EXPECT_EQ(p.params[0].highest, ir::Value::of_f32(1));
    EXPECT_EQ(p.params[1].initial, ir::Value::of_int(ScalarType::i16, -3));
    EXPECT_FALSE(p.params[1].lowest);
    EXPECT_EQ(p.params[2].lowest, ir::Value::of_int(ScalarType::u8, 1));
    EXPECT_EQ(p.params[3].initial, ir::Value::of_bool(true));
}

TEST(ParseItems, EstimatesMayUseConsts) {
    const ir::Pipeline p =
        parsed("pipeline p\nconst w = 64\nestimate x = w * 2, y = 3\noutput f(x, y) = x\n");
    ASSERT_EQ(p.estimates.size(), 2u);
    EXPECT_EQ(p.estimates[0].dim, "x");
    EXPECT_EQ(p.estimates[0].extent, 128);
}

TEST(ParseItems, CoordinatesOfOutputsMayHaveARange) {
    const ir::Pipeline p = parsed(
        "pipeline p\nconst N = 3\noutput f(x in -1..N, y, c in 0..N-1) = x + y + c\n"
        "G[l in 1..2](c in l..2*l) = c\noutput f, G[1], G[2]\n");
    const ir::Stage& f = *p.find_stage("f");
    EXPECT_EQ(f.dims, (std::vector<std::string>{"x", "y", "c"}));
    ASSERT_EQ(f.ranges.size(), 2u);
    EXPECT_EQ(f.range_of(0)->min, -1);
    EXPECT_EQ(f.range_of(0)->max, 3);
    EXPECT_EQ(f.range_of(1), nullptr);
    EXPECT_EQ(f.range_of(2)->max, 2);
    EXPECT_EQ(p.find_stage("G_2")->range_of(0)->max, 4);
}

TEST(ParseItems, IndentedLinesContinueAnItem) {
    const ir::Pipeline p =
        parsed("  pipeline p\n  output f(x) =\n      x\n    + 1\n  output g(x) = 2 *\n\tx\n");
    EXPECT_EQ(p.stages.size(), 2u);
}

TEST(ParseItems, CommentsMarksAndCarriageReturnsAreAccepted) {
    const ir::Pipeline p = parsed(
        "\xEF\xBB\xBF# gr\xC3\xB6\xC3\x9F"
        "e */\r\npipeline p\r\n// more\r\noutput f(x) = x # end\r\n");
    EXPECT_EQ(p.stages.size(), 1u);
    EXPECT_EQ(p.name, "p");
}

TEST(ParseItems, TheOrderOfOutputsIsThatOfTheList) {
    EXPECT_EQ(parsed("pipeline p\noutput a(x) = x\noutput b(x) = x\n").outputs,
              (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(parsed("pipeline p\noutput a(x) = x\nb(x) = x\noutput b, a\n").outputs,
              (std::vector<std::string>{"b", "a"}));
}

TEST(ParseItems, TheSourceIsKept) {
    const ir::Pipeline p = parsed("pipeline p\noutput f(x) = x\n");
    ASSERT_TRUE(p.source);
    EXPECT_EQ(p.source->file, "test.pan");
    EXPECT_EQ(p.source->text, "pipeline p\noutput f(x) = x\n");
    EXPECT_EQ(p.stages[0].span, (SourceSpan{2, 8, 4}));
}

TEST(ParseItems, AnErrorInOneItemLeavesTheOthersToBeChecked) {
    const Diagnostics found = errors_of("pipeline p\na(x) = (\nb(x) = c\noutput d(x) = a(x) + b(x) + )\n");
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].span.line, 2);
    EXPECT_EQ(found[1].span.line, 3);
    EXPECT_EQ(found[2].span.line, 4);
}

}  // namespace
}  // namespace pantile::front
