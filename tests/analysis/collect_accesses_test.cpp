// Every read counts, wherever it stands in a stage, and every write.
#include "analysis/collect_accesses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/analysed.h"
#include "analysis/symbolic.h"

namespace pantile::analysis {
namespace {

using testing::ElementsAre;

std::map<std::string, Box> boxes(const std::string& items, const Box& output) {
    const Analysed a("input img: u8(x)\n" + items);
    return a.boxes({{{"img", {from(-1000, 1000)}}}, {{"out", output}}, {}});
}

TEST(CollectAccesses, AConditionReadsWhereverItIsAsked) {
    EXPECT_THAT(boxes("output out(x) = case img(x+3) > 1: 1 otherwise: 0\n", {from(0, 9)}).at("img"),
                ElementsAre(from(3, 12)));
}

TEST(CollectAccesses, TheIndexOfAnUpdateReads) {
    EXPECT_THAT(boxes("output out(i) = 0\nout(img(r)) = 1 for r in 2..7\n", {from(0, 255)}).at("img"),
                ElementsAre(from(2, 7)));
}

TEST(CollectAccesses, TheConditionOfAnUpdateReads) {
    EXPECT_THAT(
        boxes("output out(x) = 0\nout(x) += r for r in 2..7 where img(r+1) > 3\n", {from(0, 9)}).at("img"),
        ElementsAre(from(3, 8)));
}

TEST(CollectAccesses, AStageCoversWhatAllItsUpdatesStore) {
    EXPECT_THAT(
        boxes("output out(x) = 0\nout(r) = 1 for r in 0..9\nout(r) = 2 for r in -2..5\n", {from(0, 1)})
            .at("out"),
        ElementsAre(from(-2, 9)));
}

TEST(CollectAccesses, ARangeBetweenSizesIsFilledUnlessItIsCutAtAnEnd) {
    const ir::Pipeline p = front::parsed("pipeline p\ninput img: u8(x)\noutput out(x) = img(x)\n");
    const auto end = [&](ir::Bound bound) {
        const Expr narrow = ir::dimension(p.inputs[0], 0, bound);
        return ir::variable(ir::Scope::dimension, ir::as<ir::Variable>(narrow)->name, ScalarType::i64);
    };
    const Expr min = end(ir::Bound::min), max = end(ir::Bound::max);
    EXPECT_TRUE(surely_filled(p, {min, max}));
    EXPECT_TRUE(surely_filled(p, {plus(min, -1), max}));
    EXPECT_FALSE(surely_filled(p, {plus(min, 1), max}));
    EXPECT_FALSE(surely_filled(p, {min, plus(max, -1)}));
}

}  // namespace
}  // namespace pantile::analysis
