// Tiny programs against values worked out by hand.
#include "interp/interpret.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interp/images.h"

namespace pantile::test {
namespace {

using testing::ElementsAre;

TEST(Interpret, AStencilReadsItsNeighbours) {
    const Arguments arguments{{{"img", image<float>({4}, {1, 2, 4, 8})}}};
    EXPECT_THAT(interpreted("input img: f32(x)\noutput out(x) = img(x-1) + img(x) + img(x+1)\n", arguments),
                ElementsAre(7, 14));
}

TEST(Interpret, TheFirstDimensionIsTheInnermost) {
    const Arguments arguments{{{"img", counting(ScalarType::i32, {3, 2})}}};
    EXPECT_THAT(interpreted("input img: i32(x, y)\noutput out(x, y) = img(x, y) + 10*x + 100*y\n", arguments),
                ElementsAre(0, 11, 22, 103, 114, 125));
    EXPECT_THAT(interpreted("input img: i32(x, y)\noutput out(y, x) = img(x, y)\n", arguments),
                ElementsAre(0, 3, 1, 4, 2, 5));
}

TEST(Interpret, IntegersWrapAndDivisionsRoundDown) {
    const Arguments arguments{{{"img", image<uint8_t>({4}, {0, 1, 200, 255})}}};
    EXPECT_THAT(interpreted("input img: u8(x)\noutput out(x) = img(x) + 100\n", arguments),
                ElementsAre(100, 101, 44, 99));
    EXPECT_THAT(interpreted("input img: u8(x)\noutput out(x) = (i32(img(x)) - 3) / 2\n", arguments),
                ElementsAre(-2, -1, 98, 126));
    EXPECT_THAT(interpreted("input img: u8(x)\noutput out(x) = (i32(img(x)) - 3) % 5\n", arguments),
                ElementsAre(2, 3, 2, 2));
}

TEST(Interpret, TheFirstCaseThatHoldsGivesTheValueAndZeroIsTheRest) {
    const Arguments arguments{{{"img", counting(ScalarType::i32, {3})}}};
    const std::string cases = "input img: i32(x)\noutput out(x) = case x < 1: 7 case x < 2: 8\n";
    EXPECT_THAT(interpreted(cases, arguments), ElementsAre(7, 8, 0));
}

TEST(Interpret, AHistogramCounts) {
    const Arguments arguments{{{"img", image<uint8_t>({6}, {3, 1, 3, 0, 3, 1})}}};
    EXPECT_THAT(
        interpreted(
            "input img: u8(x)\noutput h(b) = 0\nh(i32(img(r))) = h(i32(img(r))) + 1 for r in 0..img.x.max\n",
            arguments, {{"b", 5}}),
        ElementsAre(1, 2, 0, 3, 0));
}

TEST(Interpret, AScanRunsInOrder) {
    const Arguments arguments{{{"img", image<int32_t>({4}, {1, 2, 3, 4})}}};
    const std::string scan =
        "input img: i32(x)\noutput s(x) = img(x)\ns(r) = s(r-1)*2 + s(r) for r in 1..3\n";
    EXPECT_THAT(interpreted(scan, arguments), ElementsAre(1, 4, 11, 26));
}

TEST(Interpret, AnUpdateRunsTheFirstVariableFastest) {
    const std::string order = "output f(i) = 0\nf(0) = f(0)*10 + a + 3*b for a in 0..2, b in 0..1\n";
    EXPECT_THAT(interpreted(order, {}, {{"i", 1}}), ElementsAre(12345));
}

TEST(Interpret, OnlyPointsWhereTheConditionHoldsCount) {
    const std::string where = "output f(x) = sum(10*i + j for i in 0..3, j in 0..3 where i + j == x)\n";
    EXPECT_THAT(interpreted(where, {}, {{"x", 4}}), ElementsAre(0, 11, 33, 66));
    const std::string update = "output f(x) = 0\nf(r) = 1 for r in 0..3 where r % 2 == 1\n";
    EXPECT_THAT(interpreted(update, {}, {{"x", 4}}), ElementsAre(0, 1, 0, 1));
}

TEST(Interpret, AnEmptyReductionIsItsIdentity) {
    EXPECT_THAT(interpreted("param n: i32 = -1\noutput f(x) = sum(x for i in 0..n)\n", {}, {{"x", 2}}),
                ElementsAre(0, 0));
    EXPECT_THAT(interpreted("param n: i32 = -1\noutput f(x) = product(x for i in 0..n)\n", {}, {{"x", 2}}),
                ElementsAre(1, 1));
    EXPECT_THAT(
        interpreted("param n: i32 = -1\noutput f(x) = maximum(u8(x) for i in 0..n)\n", {}, {{"x", 1}}),
        ElementsAre(0));
    EXPECT_THAT(
        interpreted("param n: i32 = -1\noutput f(x) = minimum(u8(x) for i in 0..n)\n", {}, {{"x", 1}}),
        ElementsAre(255));
}

TEST(Interpret, ReductionsNestAndReadOtherStages) {
    const Arguments arguments{{{"img", counting(ScalarType::i32, {3, 3})}}};
    const std::string nested =
        "input img: i32(x, y)\nrow(y) = sum(img(i, y) for i in 0..2)\n"
        "output f(x) = sum(row(j) * sum(i for i in 0..2) for j in 0..2)\n";
    EXPECT_THAT(interpreted(nested, arguments, {{"x", 1}}), ElementsAre(108));
}

TEST(Interpret, BoundsOfImagesAndParametersAreValues) {
    Arguments arguments{{{"img", counting(ScalarType::i32, {4, 3}).with_mins({2, -1})}}, {{"k", 7}}};
    const std::string items =
        "input img: i32(x, y)\nparam k: i32\noutput f(i) = 1000*img.x.min + 100*img.x.extent + 10*img.y.max "
        "+ k\n";
    EXPECT_THAT(interpreted(items, arguments, {{"i", 1}}), ElementsAre(2417));
}

TEST(Interpret, AnOutputOfAnyTypeIsReturnedInItsType) {
    for (const ScalarType t : kAllScalarTypes) {
        const std::string name(name_of(t));
        const Result<Outputs> out = interpret(program("input img: " + name + "(x)\noutput f(x) = img(x)\n"),
                                              {{{"img", counting(t, {2})}}});
        ASSERT_TRUE(out);
        EXPECT_EQ(out->at("f").type(), t);
        EXPECT_THAT(numbers_of(out->at("f")), ElementsAre(0, 1)) << name;
    }
}

TEST(Interpret, SeveralOutputsAreReturnedByName) {
    const Result<Outputs> out =
        interpret(program("output f(x) = x\noutput g(x) = f(x+1)*2\n"), {}, {{"x", 2}});
    ASSERT_TRUE(out);
    EXPECT_THAT(numbers_of(out->at("f")), ElementsAre(0, 1));
    EXPECT_THAT(numbers_of(out->at("g")), ElementsAre(2, 4));
}

TEST(Interpret, APipelineWithoutDimensionsHasOneValue) {
    const Arguments arguments{{{"img", image<int32_t>({3}, {5, 9, 2})}}};
    EXPECT_THAT(
        interpreted("input img: i32(x)\noutput f() = maximum(img(i) for i in 0..img.x.max)\n", arguments),
        ElementsAre(9));
}

}  // namespace
}  // namespace pantile::test
