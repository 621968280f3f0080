#include "analysis/updates_together.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"

namespace pantile::analysis {

using namespace ir;
namespace {

// Of the first two updates of the stage 'a'.
bool together(const std::string& first, const std::string& second) {
    const Pipeline p = front::parsed("pipeline p\ninput img: f32(x)\ninput at: u8(x)\na(x, k, c) = 0.0\n" +
                                     first + "\n" + second + "\noutput b(x, k, c) = a(x, k, c)\n");
    const Stage& stage = *p.find_stage("a");
    return may_run_together(stage, stage.updates[0], stage.updates[1]);
}

const std::string kSum = "a(x, at(i), 0) += img(i) for i in 0..7";

TEST(UpdatesTogether, TwoPlanesOfAGrid) {
    EXPECT_TRUE(together(kSum, "a(x, at(i), 1) += 1 for i in 0..7"));
    EXPECT_TRUE(together("a(x, at(i), 0) += img(i) for i in 0..7 where img(i) > 0.5",
                         "a(x, at(i), 1) = 2.0 for i in 0..7 where img(i) > 0.5"));
}

TEST(UpdatesTogether, TheDomainsMustBeTheSame) {
    EXPECT_FALSE(together(kSum, "a(x, at(i), 1) += 1 for i in 0..8"));
    EXPECT_FALSE(together(kSum, "a(x, at(i), 1) += 1 for i in 0..7, j in 0..1"));
    EXPECT_FALSE(together(kSum, "a(x, at(j), 1) += 1 for j in 0..7"));
    EXPECT_FALSE(together(kSum, "a(x, at(i), 1) += 1 for i in 0..7 where i != 3"));
    EXPECT_FALSE(together(kSum + " where i != 2", "a(x, at(i), 1) += 1 for i in 0..7 where i != 3"));
}

TEST(UpdatesTogether, TheirPlacesMustDiffer) {
    EXPECT_FALSE(together(kSum, "a(x, at(i), 0) += 1 for i in 0..7"));
    EXPECT_FALSE(together(kSum, "a(x, 3, at(i)) += 1 for i in 0..7"));
    EXPECT_FALSE(together(kSum, "a(0, at(i), 1) += 1 for i in 0..7"))
        << "one runs over x, the other does not";
}

TEST(UpdatesTogether, NeitherReadsWhatTheOtherWrites) {
    EXPECT_FALSE(together(kSum, "a(x, at(i), 1) += a(x, at(i), 0) for i in 0..7"));
    EXPECT_FALSE(
        together("a(x, at(i), 0) += a(x, at(i), 1) for i in 0..7", "a(x, at(i), 1) += 1 for i in 0..7"));
    EXPECT_FALSE(together(kSum, "a(x, i32(clamp(a(x, at(i), 0), 0, 9)), 1) += 1 for i in 0..7"));
    EXPECT_FALSE(together("a(x, at(i), 0) += img(i) for i in 0..7 where a(x, 0, 1) < 0.5",
                          "a(x, at(i), 1) += 1 for i in 0..7 where a(x, 0, 1) < 0.5"));
}

}  // namespace
}  // namespace pantile::analysis
