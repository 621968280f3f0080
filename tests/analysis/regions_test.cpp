#include "analysis/regions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/analysed.h"

namespace pantile::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Sizes image(Box input, Box output) { return {{{"img", std::move(input)}}, {{"out", std::move(output)}}, {}}; }

TEST(Regions, AStencilNeedsItsHalo) {
    const Analysed a(
        "input img: f32(x, y)\nf(x, y) = img(x-2, y) + img(x+1, y+3)\noutput out(x, y) = f(x, y-1) + f(x, "
        "y+1)\n");
    const auto boxes = a.boxes(image({from(-2, 20), from(-1, 20)}, {from(0, 9), from(0, 4)}));
    EXPECT_THAT(boxes.at("f"), ElementsAre(from(0, 9), from(-1, 5)));
    EXPECT_THAT(boxes.at("img"), ElementsAre(from(-2, 10), from(-1, 8)));
}

TEST(Regions, DownsamplingNeedsTwiceAsMuchAndUpsamplingHalf) {
    const Analysed a("input img: f32(x)\nd(x) = img(2*x) + img(2*x+1)\noutput out(x) = d(x/3)\n");
    const auto boxes = a.boxes(image({from(-10, 20)}, {from(-1, 10)}));
    EXPECT_THAT(boxes.at("d"), ElementsAre(from(-1, 3)));
    EXPECT_THAT(boxes.at("img"), ElementsAre(from(-2, 7)));
}

TEST(Regions, AReductionNeedsAllItRunsOver) {
    const Analysed a(
        "input img: f32(x, y)\nparam n: i32 = 3 in 0..9\noutput out(x) = sum(img(x+i, j) for i in -1..n, j "
        "in 0..img.y.max)\n");
    Sizes sizes = image({from(-1, 20), from(0, 7)}, {from(0, 5)});
    sizes.params["n"] = ir::Value::of_int(ScalarType::i32, 4);
    EXPECT_THAT(a.boxes(sizes).at("img"), ElementsAre(from(-1, 9), from(0, 7)));
}

TEST(Regions, ACaseReadsOnlyWhereItsConditionHolds) {
    const Analysed a(
        "input img: f32(x)\n"
        "output out(x) = case x < 0: 0.0 case x >= 3 and x <= 5: img(x - 3) case x == 9: img(x) otherwise: "
        "1.0\n");
    EXPECT_THAT(a.boxes(image({from(0, 9)}, {from(-5, 20)})).at("img"), ElementsAre(from(0, 9)));
    EXPECT_THAT(a.boxes(image({from(0, 2)}, {from(-5, 8)})).at("img"), ElementsAre(from(0, 2)));
    // No case reads here: the image need not cover anything.
    EXPECT_EQ(a.problems(image({from(100, 101)}, {from(-5, 1)})), "");
}

TEST(Regions, ACaseThatComparesTheOtherWayRoundNarrowsToo) {
    const Analysed a("input img: f32(x)\noutput out(x) = case 3 <= x and 6 > x: img(x) otherwise: 0.0\n");
    EXPECT_THAT(a.boxes(image({from(3, 5)}, {from(0, 9)})).at("img"), ElementsAre(from(3, 5)));
}

TEST(Regions, NoBorderReadsOutsideTheImage) {
    for (const std::string border : {"repeat_edge(img)", "repeat_image(img)", "mirror_image(img)",
                                     "mirror_interior(img)", "constant_exterior(img, 0)"}) {
        const Analysed a("input img: f32(x)\ndefine wide(f) = f(x-9) + f(x+4)\noutput out(x) = wide(" +
                         border + ")\n");
        for (const Interval input : {from(0, 0), from(0, 1), from(0, 6), from(-3, 4), from(5, 9)}) {
            for (const Interval output : {input, from(-30, 30), from(2, 2)}) {
                EXPECT_EQ(a.problems(image({input}, {output})), "")
                    << border << " of " << input.min << " to " << input.max;
            }
        }
    }
}

TEST(Regions, ASelectReadsBothBranches) {
    const Analysed a("input img: f32(x)\noutput out(x) = select(x < 5, img(x), img(x - 5))\n");
    EXPECT_THAT(a.boxes(image({from(-5, 9)}, {from(0, 9)})).at("img"), ElementsAre(from(-5, 9)));
}

TEST(Regions, AnUpdateMakesTheStageCoverWhatItStores) {
    const Analysed a(
        "input img: u8(x)\nhist(b) = 0\nhist(i32(img(r))) = hist(i32(img(r))) + 1 for r in "
        "0..img.x.max\noutput out(b) = hist(b)\n");
    const auto boxes = a.boxes(image({from(0, 99)}, {from(0, 15)}));
    EXPECT_THAT(boxes.at("hist"), ElementsAre(from(0, 255)));
    EXPECT_THAT(boxes.at("img"), ElementsAre(from(0, 99)));
}

TEST(Regions, AScanCoversTheDimensionItStepsAlong) {
    const Analysed a(
        "input img: f32(x, y)\ns(x, y) = img(x, y)\ns(x, r) = s(x, r-1) + s(x, r) for r in 1..7\noutput "
        "out(x, y) = s(x, y)\n");
    const auto boxes = a.boxes(image({from(0, 9), from(0, 7)}, {from(2, 3), from(4, 5)}));
    EXPECT_THAT(boxes.at("s"), ElementsAre(from(2, 3), from(0, 7)));
}

TEST(Regions, OnlyAnOutputThatNobodyElseNeedsMoreOfIsComputedInPlace) {
    const Analysed a(
        "input img: f32(x)\noutput f(x) = img(x)\noutput g(x) = f(x+1)\noutput h(x) = g(0) + f(0)\n"
        "output k(x) = img(x)\nk(r) = 0 for r in 0..3\noutput m(x) = img(x)\nm(x) = m(x) + 1\n");
    EXPECT_THAT(a.regions.computed_in_place, ElementsAre(false, false, true, false, true));
}

TEST(Regions, AnInputThatIsNotReadNeedsNothing) {
    const Analysed a("input img: f32(x)\ninput other: f32(x)\noutput out(x) = img(x)\n");
    EXPECT_TRUE(a.regions.inputs[1].empty());
}

TEST(Regions, AStageOfClampedValuesIsAnIndex) {
    const Analysed a(
        "input img: f32(x)\ninput table: f32(i)\nq(x) = clamp(i32(img(x)), 2, 9)\noutput out(x) = table(q(x) "
        "+ 1)\n");
    const Sizes sizes{{{"img", {from(0, 9)}}, {"table", {from(3, 10)}}}, {{"out", {from(0, 9)}}}, {}};
    EXPECT_THAT(a.boxes(sizes).at("table"), ElementsAre(from(3, 10)));
}

TEST(Regions, AnIndexWithoutBoundsIsRefusedAtItsPlace) {
    EXPECT_EQ(refusal_of("input img: i32(x)\noutput out(x) = img(img(x))\n"),
              "test.pan:3:17: error: 'out' reads 'img' at 'img(x)', whose range is not known.\n"
              "  output out(x) = img(img(x))\n"
              "                  ^^^^^^^^^^^\n"
              "hint: limit it: 'clamp(img(x), 0, 255)'.\n");
    EXPECT_THAT(refusal_of("input img: i32(x)\noutput out(x) = 0\nout(img(r)) = 1 for r in 0..9\n"),
                HasSubstr("'out' stores at 'img(r)', whose range is not known."));
}

TEST(Regions, AnIndexThatIsTooComplicatedIsRefused) {
    std::string index = "x";
    for (int i = 0; i < 12; ++i)
        index = "min(max(" + index + ", " + std::to_string(i) + "), (" + index + ")*2)";
    EXPECT_THAT(refusal_of("input img: i32(x)\noutput out(x) = img(t)\n  with t = " + index + "\n"),
                HasSubstr("too complicated"));
}

}  // namespace
}  // namespace pantile::analysis
