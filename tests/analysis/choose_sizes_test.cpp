#include "analysis/choose_sizes.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"

namespace pantile::analysis {
namespace {

ChosenSizes chosen(const std::string& items, const std::map<std::string, int64_t>& extents) {
    const ir::Pipeline pipeline = front::parsed("pipeline p\n" + items);
    return choose_sizes(pipeline, analysis::infer_regions(pipeline).value(), extents).value();
}

TEST(ChooseSizes, AnInputHasWhatIsRead) {
    const ChosenSizes found = chosen(
        "input img: f32(x, y)\noutput f(x, y) = img(2*x - 1, y) + img(2*x + 1, y)\n", {{"x", 10}, {"y", 4}});
    EXPECT_EQ(found.sizes.inputs.at("img"), (Box{{-1, 19}, {0, 3}}));
    EXPECT_EQ(found.sizes.outputs.at("f"), (Box{{0, 9}, {0, 3}}));
}

TEST(ChooseSizes, AnInputOfASmallerLevelIsSmaller) {
    EXPECT_EQ(chosen("input img: f32(x)\noutput f(x) = img(x/2)\n", {{"x", 10}}).sizes.inputs.at("img"),
              (Box{{0, 4}}));
}

TEST(ChooseSizes, AnInputWithABorderIsAsLargeAsTheOutput) {
    EXPECT_EQ(
        chosen("input img: f32(x)\noutput f(x) = repeat_edge(img)(x-9) + repeat_edge(img)(x)\n", {{"x", 10}})
            .sizes.inputs.at("img"),
        (Box{{0, 9}}));
}

TEST(ChooseSizes, AnInputWhoseSizeIsAskedForKeepsIt) {
    EXPECT_EQ(chosen("input img: f32(x)\noutput f(x) = img(clamp(x-5, 0, img.x.extent-1))\n", {{"x", 10}})
                  .sizes.inputs.at("img"),
              (Box{{0, 9}}));
    EXPECT_EQ(chosen("input img: f32(x)\noutput f(x) = img(min(x+10, img.x.max+100))\n", {{"x", 10}})
                  .sizes.inputs.at("img"),
              (Box{{0, 19}}));
}

TEST(ChooseSizes, ATableHasItsEntries) {
    EXPECT_EQ(chosen("input t: f32(i)\ninput img: u8(x)\noutput f(x) = t(img(x))\n", {{"x", 10}})
                  .sizes.inputs.at("t"),
              (Box{{0, 255}}));
}

TEST(ChooseSizes, ParametersHaveTheirDefaults) {
    const std::string items = "input img: f32(x)\nparam k: i32 = 3 in 1..5\noutput f(x) = img(x + k)\n";
    EXPECT_EQ(chosen(items, {{"x", 10}}).sizes.inputs.at("img"), (Box{{3, 12}}));
}

TEST(ChooseSizes, EstimatesFillInWhatIsNotGiven) {
    const ir::Pipeline pipeline =
        front::parsed("pipeline p\noutput f(x, y, c) = x + y + c\nestimate x = 7, y = 5\n");
    const auto extents = known_extents(pipeline, {{"y", 9}}).value();
    EXPECT_EQ(extents, (std::map<std::string, int64_t>{{"x", 7}, {"y", 9}}));
    EXPECT_EQ(missing_extents(pipeline, extents), std::vector<std::string>{"c"});
}

TEST(ChooseSizes, ADeclaredRangeIsKnownAndIsNotExceeded) {
    const ir::Pipeline pipeline = front::parsed("pipeline p\noutput f(x, c in 1..9) = x + c\n");
    EXPECT_EQ(known_extents(pipeline, {{"x", 4}}).value(),
              (std::map<std::string, int64_t>{{"c", 9}, {"x", 4}}));
    EXPECT_EQ(known_extents(pipeline, {{"c", 10}}).value().at("c"), 9);
    EXPECT_EQ(known_extents(pipeline, {{"c", 4}}).value().at("c"), 4);
    // Extents that were rounded up still give boxes that can be computed.
    EXPECT_EQ(chosen("output f(x, c in 1..9) = x + c\n", {{"x", 4}, {"c", 10}}).sizes.outputs.at("f"),
              (Box{{0, 3}, {1, 9}}));
}

TEST(ChooseSizes, OutputsWithDifferentRangesHaveTheirOwnBoxes) {
    const std::string items = "output f(c in 0..2) = c\noutput g(c in 0..3) = c\n";
    const auto extents = known_extents(front::parsed("pipeline p\n" + items), {}).value();
    EXPECT_EQ(extents.at("c"), 4);
    EXPECT_EQ(chosen(items, extents).sizes.outputs.at("f"), (Box{{0, 2}}));
    EXPECT_EQ(chosen(items, extents).sizes.outputs.at("g"), (Box{{0, 3}}));
}

}  // namespace
}  // namespace pantile::analysis
