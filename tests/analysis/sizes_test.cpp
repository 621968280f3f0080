// What is said about sizes that do not work, to the letter.
#include "analysis/sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/analysed.h"

namespace pantile::analysis {
namespace {

Sizes image(Box input, Box output) { return {{{"img", std::move(input)}}, {{"out", std::move(output)}}, {}}; }

TEST(Sizes, AnImageThatIsTooSmallIsExplained) {
    const Analysed a(
        "input img: f32(x, y)\noutput out(x, y) = (img(x, y) + img(x+1, y) + img(x+2, y)) / 3\n");
    EXPECT_EQ(a.problems(image({from(0, 639), from(0, 479)}, {from(0, 638), from(0, 479)})),
              "test.pan:3:47: error: 'out' reads 'img' at x + 2, outside its extent.\n"
              "  output out(x, y) = (img(x, y) + img(x+1, y) + img(x+2, y)) / 3\n"
              "                                                ^^^^^^^^^^^\n"
              "note: for x in [0, 639), y in [0, 480) the access reaches 640; 'img' has x in [0, 640).\n"
              "hint: ask for an output of width 638, or give 'img' a border: 'repeat_edge(img)'.\n");
}

TEST(Sizes, AnOutputBeyondItsDeclaredRangeIsExplained) {
    const Analysed a("input img: f32(x)\noutput out(x, c in 0..2) = img(x) * c\n");
    EXPECT_EQ(a.problems(image({from(0, 9)}, {from(0, 9), from(0, 3)})),
              "test.pan:3:8: error: 'out' is requested outside the range of 'c'.\n"
              "  output out(x, c in 0..2) = img(x) * c\n"
              "         ^^^^^^^^^^^^^^^^^\n"
              "note: it has c in [0, 3); this run requests c in [0, 4).\n"
              "hint: request 3 or fewer in 'c', or give no size there.\n");
    EXPECT_EQ(a.problems(image({from(0, 9)}, {from(0, 9), from(1, 2)})), "");
    EXPECT_NE(a.problems(image({from(0, 9)}, {from(0, 9), from(-1, 1)})), "");
}

TEST(Sizes, EachInputAndDimensionThatIsTooSmallIsReportedOnce) {
    const Analysed a(
        "input img: f32(x)\ninput other: f32(x)\noutput out(x) = img(x-1) + img(x+1) + img(x+2) + "
        "other(x+3)\n");
    const Result<ConcreteRegions> found =
        a.at({{{"img", {from(0, 9)}}, {"other", {from(0, 9)}}}, {{"out", {from(0, 9)}}}, {}});
    ASSERT_FALSE(found);
    ASSERT_EQ(found.diagnostics().size(), 2u);
    EXPECT_THAT(found.diagnostics()[0].notes[0], testing::HasSubstr("'img' has x in [0, 10)."));
    EXPECT_EQ(found.diagnostics()[1].notes[0],
              "for x in [0, 10) the access reaches 12; 'other' has x in [0, 10).");
}

TEST(Sizes, TheHintNamesEachDimensionThatIsTooLarge) {
    const Analysed a("input img: f32(x, y, c)\noutput out(x, y, c) = img(x+1, y+1, c+1)\n");
    const std::string text =
        a.problems(image({from(0, 9), from(0, 9), from(0, 2)}, {from(0, 9), from(0, 9), from(0, 2)}));
    EXPECT_NE(text.find("hint: ask for an output of width 9 and height 9 and extent in 'c' 2, or"),
              std::string::npos)
        << text;
}

TEST(Sizes, AStageThatWouldLieTooFarOutIsExplained) {
    const Analysed a("input img: f32(x)\nf(x) = f32(x)\noutput out(x) = f(4*x) + img(0)\n");
    EXPECT_EQ(a.problems(image({from(0, 9)}, {from(0, 1 << 29)})),
              "test.pan:3:1: error: 'f' would be computed beyond the coordinate limit in dimension 'x'.\n"
              "  f(x) = f32(x)\n"
              "  ^^^^\n"
              "note: it would cover 'x' in [0, 2147483649).\n"
              "note: coordinates stay within ±1073741824.\n");
}

TEST(Sizes, IndexArithmeticThatOverflowsIsRefused) {
    const Analysed a("input img: f32(x)\noutput out(x) = img(clamp(x*5, 0, 9))\n");
    EXPECT_EQ(a.problems(image({from(0, 9)}, {from(0, 400000000)})), "");
    const std::string text = a.problems(image({from(0, 9)}, {from(0, 500000000)}));
    EXPECT_NE(text.find("the index arithmetic 'x * 5' overflows 'i32' for this size."), std::string::npos)
        << text;
    const std::string below = a.problems(image({from(0, 9)}, {from(-500000000, 0)}));
    EXPECT_NE(below.find("the index arithmetic 'x * 5' overflows 'i32' for this size."), std::string::npos)
        << below;
}

TEST(Sizes, TheEndsOfTheCoordinatesAreAllowed) {
    const Analysed a("input img: f32(x)\noutput out(x) = img(0)\n");
    EXPECT_EQ(a.problems(image({from(0, 0)}, {from(-kLargestCoordinate, kLargestCoordinate)})), "");
    EXPECT_NE(a.problems(image({from(0, 0)}, {from(0, kLargestCoordinate + 1)})), "");
}

}  // namespace
}  // namespace pantile::analysis
