#include "rewrite/shared_parts.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "rewrite/inline_stages.h"

namespace pantile::rewrite {

using namespace ir;
namespace {

const std::string kInputs = "input f: f32(x, y, k)\ninput img: i32(x, y)\n";

// The stages with the parts of 'b', as text; its own name where it has none.
std::string parted(const std::string& definition) {
    const Pipeline p = front::parsed("pipeline p\n" + kInputs + definition);
    if (why_not_inlined(p, {FactorParts{"b"}})) return "whole";
    Pipeline left = inline_stages(p, {FactorParts{"b"}});
    left.inputs.clear();
    const std::string text = to_text(left);
    return text.substr(text.find_first_not_of('\n', text.find("\n\n")));
}

TEST(SharedParts, WhatDependsOnAQuotientAloneIsAStage) {
    EXPECT_EQ(parted("output b(x, y) = (f(x/8, y, 0) + f(x/8, y+1, 0)) * f32(x)\n"),
              "b_part1(i1, y, i2) = f(i1, y, i2) + f(i1, y + 1, i2)\n"
              "output b(x, y) = b_part1(x / 8, y, 0) * f32(x)\n");
}

TEST(SharedParts, PlacesOfOnePartHaveOneStage) {
    EXPECT_EQ(parted("output b(x, y) = (f(x/8, y, 0) + f(x/8, y+1, 0)) * f32(x) - (f(x/8+1, y, 1) + f(x/8+1, "
                     "y+1, 1))\n"),
              "b_part1(i1, y, i2) = f(i1, y, i2) + f(i1, y + 1, i2)\n"
              "output b(x, y) = b_part1(t1, y, 0) * f32(x) - b_part1(t1 + 1, y, 1)\n  with t1 = x / 8\n");
}

TEST(SharedParts, DataMayChooseAnElement) {
    EXPECT_EQ(parted("output b(x, y) = f(0, y, img(x, y) & 7) * f(1, y, img(x, y) & 7)\n"),
              "b_part1(i1, y, i2) = f(i1, y, i2) * f(i1 + 1, y, i2)\n"
              "output b(x, y) = b_part1(0, y, img(x, y) & 7)\n");
}

// Sums have more than two terms: the first ones are a part by themselves.
TEST(SharedParts, TheFirstTermsOfASumAreAPart) {
    EXPECT_EQ(parted("output b(x, y) = f(x/2, y, 0) + f(x/2, y+1, 0) + f32(x)\n"),
              "b_part1(i1, y, i2) = f(i1, y, i2) + f(i1, y + 1, i2)\n"
              "output b(x, y) = b_part1(x / 2, y, 0) + f32(x)\n");
    EXPECT_EQ(parted("output b(x, y) = f32(x) + f(x/2, y, 0) + f(x/2, y+1, 0)\n"), "whole")
        << "which would be added in another order";
}

TEST(SharedParts, WhereNoPartHasOnePlaceSeveralServe) {
    EXPECT_EQ(parted("output b(x, y) = (f(x/8, y, 0) + f(x/8+1, y, 0)) * f32(x)\n"),
              "b_part1(i1, y, i2) = f(i1, y, i2) + f(i1 + 1, y, i2)\n"
              "output b(x, y) = b_part1(x / 8, y, 0) * f32(x)\n");
}

TEST(SharedParts, ANarrowIndexIsNotShifted) {
    EXPECT_EQ(parted("output b(x, y) = f(u8(x/8), y, 0) * f(u8(x/8) + u8(1), y, 0)\n"),
              "b_part1(i1, y, i2, i3) = f(i1, y, i2) * f(i3, y, i2)\n"
              "output b(x, y) = b_part1(t1, y, 0, t1 + 1)\n  with t1 = u8(x / 8)\n");
}

TEST(SharedParts, WhatDiffersAtEveryPointIsNone) {
    EXPECT_EQ(parted("output b(x, y) = f(x, y, 0) + f(x, y+1, 0)\n"), "whole");
    EXPECT_EQ(parted("output b(x, y) = f(2*x, y, 0) + f(2*x, y+1, 0)\n"), "whole");
    EXPECT_EQ(parted("output b(x, y) = f(x/2, y, 0) * f32(x)\n"), "whole") << "one read is no work";
    EXPECT_EQ(parted("output b(x, y, z) = f(x/2, y+z, 0) + f(x/2, y+z, 1)\n"), "whole") << "two coordinates";
    EXPECT_EQ(parted("output b(x, y) = sum(f(x/2, y, i) * f(x/2, y, i+1) for i in 0..3)\n"), "whole");
    EXPECT_EQ(parted("output b(x, y) = f(x/2, y, 0)\nb(x, y) += f(x/2, y, 1)\n"), "whole");
}

TEST(SharedParts, NamesAreNotTakenTwice) {
    EXPECT_EQ(parted("b_part1(x, y) = f(x, y, 0)\noutput b(i1, y) = (f(i1/8, y, 0) + b_part1(i1/8, y)) * "
                     "f32(i1)\n"),
              "b_part1(x, y) = f(x, y, 0)\n"
              "b_part2(i2, y, i3) = f(i2, y, i3) + b_part1(i2, y)\n"
              "output b(i1, y) = b_part2(i1 / 8, y, 0) * f32(i1)\n");
}

TEST(SharedParts, EachHasANameOfItsOwn) {
    EXPECT_EQ(parted("b_part1(x, y) = f(x, y, 0)\noutput b(x, y) = (f(x/8, y, 0) + f(x/8, y+1, 0)) * f32(x) "
                     "+ (f(x/4, y, "
                     "0) * f(x/4, y+1, 0)) * f32(x+1) + b_part1(x, y)\n"),
              "b_part1(x, y) = f(x, y, 0)\n"
              "b_part2(i1, y, i2) = f(i1, y, i2) + f(i1, y + 1, i2)\n"
              "b_part3(i1, y, i2) = f(i1, y, i2) * f(i1, y + 1, i2)\n"
              "output b(x, y) = b_part2(x / 8, y, 0) * f32(x) + b_part3(x / 4, y, 0) * f32(x + 1) + "
              "b_part1(x, y)\n");
}

TEST(SharedParts, CasesHaveNoneInCommon) {
    EXPECT_EQ(
        parted(
            "output b(x, y) = case y > 3: f(x/8, y, 0) + f(x/8, y+1, 0)\n  otherwise: f(x/8, y, 0) + f(x/8, "
            "y+1, 0)\n"),
        "b_part1(i1, y, i2) = f(i1, y, i2) + f(i1, y + 1, i2)\n"
        "b_part2(i1, y, i2) = f(i1, y, i2) + f(i1, y + 1, i2)\n"
        "output b(x, y): f32 = case y > 3: b_part1(t1, y, 0)\n  otherwise: b_part2(t1, y, 0)\n  with t1 = x "
        "/ "
        "8\n");
}

TEST(SharedParts, AnInlinedStageHasNone) {
    const Pipeline p = front::parsed("pipeline p\n" + kInputs +
                                     "b(x, y) = f(x/2, y, 0) + f(x/2, y+1, 0)\noutput c(x, y) = b(x, y)\n");
    EXPECT_EQ(why_not_inlined(p, {Inline{"b"}, FactorParts{"b"}}),
              "'b' is inlined: it has no parts of its own.");
    EXPECT_EQ(why_not_inlined(p, {Inline{"b"}, FactorParts{"c"}}), std::nullopt);
    EXPECT_EQ(why_not_inlined(p, {FactorParts{"c"}}), "the points of 'c' have no common sub-expression.");
}

}  // namespace
}  // namespace pantile::rewrite
