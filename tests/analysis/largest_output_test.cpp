#include "analysis/largest_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/analysed.h"

namespace pantile::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Sizes image(Box box) { return {{{"img", std::move(box)}}, {}, {}}; }

const std::string kRow = "input img: f32(x)\n";

TEST(LargestOutput, AStencilLosesItsBorder) {
    const Analysed a(kRow + "f(x) = img(x-1) + img(x+2)\noutput out(x) = f(x-3) + f(x)\n");
    EXPECT_THAT(a.largest(image({from(0, 99)})), ElementsAre(from(4, 97)));
}

TEST(LargestOutput, DownsamplingGivesWhatFits) {
    EXPECT_THAT(Analysed(kRow + "output out(x) = img(2*x) + img(2*x+1)\n").largest(image({from(0, 9)})),
                ElementsAre(from(0, 4)));
    EXPECT_THAT(Analysed(kRow + "output out(x) = img(2*x) + img(2*x+1)\n").largest(image({from(0, 8)})),
                ElementsAre(from(0, 3)));
    EXPECT_THAT(Analysed(kRow + "output out(x) = img(3*x-1)\n").largest(image({from(0, 9)})),
                ElementsAre(from(1, 3)));
}

TEST(LargestOutput, UpsamplingGivesAllThatFits) {
    EXPECT_THAT(Analysed(kRow + "output out(x) = img(x/2)\n").largest(image({from(0, 4)})),
                ElementsAre(from(0, 9)));
    EXPECT_THAT(Analysed(kRow + "output out(x) = img(x/2) + img(x/2+1)\n").largest(image({from(0, 4)})),
                ElementsAre(from(0, 7)));
    EXPECT_THAT(Analysed(kRow + "output out(x) = img((x+1)/3)\n").largest(image({from(-1, 1)})),
                ElementsAre(from(-4, 4)));
}

TEST(LargestOutput, WhatIsSubtractedMayTakeAllItsValues) {
    const Analysed a("input img: f32(x, y)\noutput out(x, y) = img(x - y % 3, 0)\n");
    EXPECT_EQ(a.largest(image({from(0, 9), from(0, 4)}))[0], from(2, 9));
}

TEST(LargestOutput, AFlippedImageIsAsLargeAsTheImage) {
    EXPECT_THAT(Analysed(kRow + "output out(x) = img(img.x.max - x)\n").largest(image({from(0, 9)})),
                ElementsAre(from(0, 9)));
    EXPECT_THAT(Analysed(kRow + "output out(x) = img(-x)\n").largest(image({from(0, 9)})),
                ElementsAre(from(-9, 0)));
}

TEST(LargestOutput, ABorderKeepsTheSizeOfTheInput) {
    for (const std::string border : {"repeat_edge(img)", "repeat_image(img)", "mirror_image(img)",
                                     "mirror_interior(img)", "constant_exterior(img, 0)"}) {
        const Analysed a(kRow + "define wide(f) = f(x-1) + f(x+5)\noutput out(x) = wide(" + border + ")\n");
        EXPECT_THAT(a.largest(image({from(0, 9)})), ElementsAre(from(0, 9))) << border;
    }
}

TEST(LargestOutput, SamplingAStageWithoutLimitsKeepsTheSizeOfTheInput) {
    const Analysed a(
        kRow + "g(x) = wide(repeat_edge(img))\ndefine wide(f) = f(x)\noutput out(x) = g(2*x) + g(x/2)\n");
    EXPECT_THAT(a.largest(image({from(0, 9)})), ElementsAre(from(0, 9)));
}

TEST(LargestOutput, AReductionMustFitAltogether) {
    const Analysed a(
        "input img: f32(x, y)\noutput out(x) = sum(img(x+i, j) for i in -1..1, j in 0..img.y.max)\n");
    EXPECT_THAT(a.largest(image({from(0, 9), from(0, 5)})), ElementsAre(from(1, 8)));
}

TEST(LargestOutput, ACaseThatHoldsWhereTheReadFitsLimitsNothing) {
    const Analysed a(kRow + "output out(x) = case x >= 1 and x <= img.x.max: img(x-1) otherwise: 0.0\n");
    EXPECT_THAT(a.largest(image({from(0, 9)})), ElementsAre(from(0, 9)));
}

TEST(LargestOutput, WhatTheUserAsksForWins) {
    const Analysed a(kRow + "output out(x) = img(x-1) + img(x+1)\n");
    EXPECT_THAT(a.largest(image({from(0, 99)}), {{"x", 10}}), ElementsAre(from(1, 10)));
    const Analysed free(kRow + "output out(x) = img(0)\n");
    EXPECT_THAT(free.largest(image({from(0, 99)}), {{"x", 10}}), ElementsAre(from(0, 9)));
}

TEST(LargestOutput, ADeclaredRangeIsTheSizeWhereNothingElseIs) {
    const Analysed a(kRow + "output out(x, c in 1..3) = img(x) * c\n");
    EXPECT_THAT(a.largest(image({from(0, 9)})), ElementsAre(from(0, 9), from(1, 3)));
    // An input that has more of the dimension does not widen it, one that has less narrows it.
    const Analysed planes("input img: f32(c)\noutput out(c in 0..2) = img(c)\n");
    EXPECT_THAT(planes.largest(image({from(0, 3)})), ElementsAre(from(0, 2)));
    EXPECT_THAT(planes.largest(image({from(0, 1)})), ElementsAre(from(0, 1)));
    EXPECT_THAT(planes.why_not_largest(image({from(5, 9)})), HasSubstr("no point of 'out' can be computed"));
}

TEST(LargestOutput, AnExtentIsPlacedWithinTheDeclaredRange) {
    const auto placed = [](const std::string& range, int64_t extent) {
        return Analysed(kRow + "output out(x, c in " + range + ") = img(x) * c\n")
            .largest(image({from(0, 0)}), {{"c", extent}})[1];
    };
    EXPECT_EQ(placed("0..2", 2), from(0, 1));
    EXPECT_EQ(placed("1..3", 2), from(1, 2));
    EXPECT_EQ(placed("-5..-2", 2), from(-3, -2));
    EXPECT_EQ(placed("-1..2", 4), from(-1, 2));
    EXPECT_EQ(placed("0..2", 4), from(0, 3));  // which evaluate_regions refuses
}

TEST(LargestOutput, TheChosenSizeCanAlwaysBeComputed) {
    for (const std::string body :
         {"img(x-1) + img(x+1)", "img(2*x+1)", "img(x/2)", "img(x/2*2)", "img(5 - x)", "img(-x)",
          "img(img.x.max - 2*x)", "img(x % 4)", "img(clamp(x, 2, 5))", "img(2*(x/3) + 1)", "img(min(x, 4))",
          "sum(img(x+i) for i in -2..2)", "img(3*x - 2) + img(x + 1)"}) {
        const Analysed a(kRow + "output out(x) = " + body + "\n");
        for (const Interval input : {from(0, 9), from(-3, 12), from(-2, 7)}) {
            Sizes sizes = image({input});
            const auto found = largest_outputs(a.pipeline, a.regions, sizes, {});
            if (!found) continue;
            sizes.outputs = *found;
            EXPECT_TRUE(a.at(sizes)) << body << " for " << input.min << " to " << input.max << "\n"
                                     << a.problems(sizes);
        }
    }
}

TEST(LargestOutput, InputsThatAreTooSmallForAnythingAreReported) {
    const Analysed a(kRow + "output out(x) = img(x-5) + img(x+5)\n");
    EXPECT_THAT(a.why_not_largest(image({from(0, 9)})),
                HasSubstr("the inputs are too small: no point of 'out' can be computed in dimension 'x'."));
}

TEST(LargestOutput, ADimensionThatNothingTellsIsAskedFor) {
    const Analysed a(kRow + "output out(i) = i\n");
    EXPECT_THAT(a.why_not_largest(image({from(0, 9)})),
                HasSubstr("the inputs do not determine the size of 'out' in dimension 'i'.\n"));
    EXPECT_THAT(a.why_not_largest(image({from(0, 9)})), HasSubstr("hint: give it: '--size i=256'.\n"));
}

}  // namespace
}  // namespace pantile::analysis
