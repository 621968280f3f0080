#include "cost/predict.h"

#include <gtest/gtest.h>

#include "search/scheduled.h"

namespace pantile::cost {

using namespace schedule;
using namespace search;
namespace {

// Two stencils, both of a large picture.
const std::string kBlur =
    "input img: f32(x, y)\na(x, y) = sum(img(x, y+j) for j in -4..4)\n"
    "output b(x, y) = sum(a(x, y+j) for j in -4..4)\n";

struct Predicted {
    Prepared p = prepared(kBlur, {{"x", 4000}, {"y", 3000}});
    GroupFrame frame = frame_group(p.graph, p.graph.all());
    machine::Target target = target_of("server16");

    Prediction operator()(const TilePlan& plan, int threads = 16) const {
        return predict(p.graph, frame, plan, {target.machine, threads});
    }
};

TilePlan tiles(TileSizes sizes) { return {.tile = std::move(sizes), .sliding = {}, .parallel = {1, 0}}; }

TEST(Predict, MoreRedundantWorkTakesMoreTime) {
    const Predicted predicted;
    Prediction before = predicted(tiles({256, 256}));
    EXPECT_NEAR(before.points, 4000.0 * 3000 + 4000.0 * 3008, 1);
    for (const int64_t rows : {128, 64, 32, 16, 8, 4}) {
        const Prediction now = predicted(tiles({256, rows}));
        EXPECT_GT(now.computed, before.computed) << rows;
        EXPECT_GT(now.arithmetic, before.arithmetic) << rows;
        EXPECT_GT(now.overhead, before.overhead) << rows;
        EXPECT_EQ(now.points, before.points);
        before = now;
    }
    EXPECT_GT(before.time, predicted(tiles({256, 64})).time);
}

TEST(Predict, ComputedPointsAreThoseOfAllTiles) {
    const Predicted predicted;
    const Prediction p = predicted(tiles({400, 30}));
    EXPECT_EQ(p.tiles, 1000);
    EXPECT_EQ(p.tasks, 1000);
    EXPECT_EQ(p.computed, 1000.0 * (400 * 38 + 400 * 30));
}

TEST(Predict, MoreThreadsAreHardlyEverSlowerWhereThereAreManyTiles) {
    const Predicted predicted;
    for (const TileSizes& sizes : {TileSizes{256, 16}, {128, 32}, {512, 8}}) {
        double before = predicted(tiles(sizes), 1).time;
        for (int threads = 2; threads <= 16; ++threads) {
            const double now = predicted(tiles(sizes), threads).time;
            // They share a cache, which may become too small for what neighbouring tiles read again.
            EXPECT_LE(now, 1.1 * before) << threads << " threads, " << sizes[0] << " x " << sizes[1];
            before = std::min(before, now);
        }
    }
}

// What is remembered from one plan must not be seen in the next.
TEST(Predict, ManyPlansInTurnAreAsOneByOne) {
    const Predicted predicted;
    TilePlan walk = tiles({0, 256}), blocks = tiles({256, 32});
    walk.sliding = Sliding{1, 4};
    blocks.registers = {1, 4};
    const machine::Target target{predicted.target.machine, 4};
    Predictor in_turn(predicted.p.graph, predicted.frame, target);
    for (const TilePlan& plan : {tiles({128, 4}), walk, blocks, tiles({0, 16}), walk, tiles({128, 4})}) {
        const Prediction now = in_turn(plan);
        const Prediction alone = predict(predicted.p.graph, predicted.frame, plan, target);
        EXPECT_EQ(now.time, alone.time);
        EXPECT_EQ(now.bytes, alone.bytes);
        EXPECT_EQ(now.working_set, alone.working_set);
    }
}

TEST(Predict, AnOddTileMakesTheOtherThreadsWait) {
    const Predicted predicted;
    // 16 strips for 16 threads, and one more than that.
    const TilePlan even{.tile = {0, 188}, .sliding = {}, .parallel = {1}};
    const TilePlan odd{.tile = {0, 187}, .sliding = {}, .parallel = {1}};
    EXPECT_EQ(predicted(even).tasks, 16);
    EXPECT_EQ(predicted(odd).tasks, 17);
    EXPECT_GT(predicted(odd).time, 1.3 * predicted(even).time);
}

TEST(Predict, AWalkKeepsOnlyTheRowsThatAreStillRead) {
    const Predicted predicted;
    TilePlan walk = tiles({256, 256});
    const Prediction whole = predicted(walk);
    walk.sliding = Sliding{1, 2};
    const Prediction walked = predicted(walk);
    EXPECT_LT(walked.working_set, whole.working_set);
    EXPECT_EQ(walked.computed, whole.computed) << "the warm-up rows stay";
    const auto scratch = [&](const TilePlan& plan) {
        return scratch_bytes(predicted.p.graph, predicted.frame, plan);
    };
    EXPECT_EQ(scratch(tiles({256, 256})), 4.0 * 256 * 264);
    EXPECT_EQ(scratch(walk), 4.0 * 256 * 16) << "nine rows and one step more, as a power of two";
}

TEST(Predict, FusionSavesMemoryTraffic) {
    const Predicted predicted;
    double apart = 0;
    for (size_t s = 0; s < 2; ++s) {
        const GroupFrame one = frame_group(predicted.p.graph, StageSet::of(2, {s}));
        const TilePlan plain = plain_plan(predicted.p.graph.stages[s], 16);
        apart += predict(predicted.p.graph, one, plain, predicted.target).bytes;
    }
    const Prediction together = predicted(tiles({512, 64}));
    EXPECT_LT(together.bytes, 0.7 * apart);
    EXPECT_GE(together.bytes, together.least_bytes);
}

constexpr double kInput = 4.0 * 4000 * 3016, kOutput = 4.0 * 4000 * 3000;

TEST(Predict, TheLeastTrafficIsEachElementOnce) {
    const Predicted predicted;
    const Prediction p = predicted(tiles({512, 64}), 1);
    EXPECT_EQ(p.least_bytes, kInput + kOutput);
    EXPECT_EQ(p.bytes, kInput + 2 * kOutput) << "a line is read before it is written";
}

TEST(Predict, HalosThatNoCacheHoldsMoveAgain) {
    Predicted predicted;
    predicted.target.machine.l3.bytes = 0;
    const Prediction p = predicted(tiles({400, 30}));
    EXPECT_EQ(p.least_bytes, kInput + kOutput);
    EXPECT_EQ(p.bytes, 1000 * 4.0 * 400 * 46 + 2 * kOutput);
    EXPECT_GT(predicted(tiles({400, 10})).bytes, p.bytes);
}

TEST(Predict, ScratchThatNoCacheHoldsMoves) {
    Predicted predicted;
    predicted.target.machine.l3.bytes = int64_t{4} << 20;
    const Prediction p = predicted(tiles({0, 0}), 1);
    EXPECT_EQ(p.least_bytes, kInput + kOutput);
    // Written, and read again.
    EXPECT_GE(p.bytes, kInput + 2 * kOutput + 3 * 4.0 * 4000 * 3008);
}

// Tiles are those of the last stage, but must cover the other one as well, which is twice as large.
TEST(Predict, TilesCoverLiveOutsThatNothingConnects) {
    const Prepared p = prepared(
        "input img: f32(x, y)\nf(x, y) = img(x, y) + 1.0\ng(x, y) = img(x, y) * 2.0\n"
        "output o(x, y) = f(2*x, 2*y) + g(x, y)\n",
        {{"x", 256}, {"y", 256}});
    StageSet group = p.graph.none();
    group.insert(0);
    group.insert(1);
    const GroupFrame frame = frame_group(p.graph, group, "g");
    EXPECT_EQ(predict(p.graph, frame, tiles({64, 64}), target_of("laptop4")).tiles, 8 * 8);
}

TEST(Predict, PlainLoopsRunInParallelWhereThereIsEnough) {
    StageNode stage{{"f", {"x", "y", "c"}, {100, 100, 3}, 4}};
    EXPECT_EQ(plain_plan(stage, 4).parallel, std::vector<size_t>{1}) << "three tasks are too few";
    stage.extents = {100, 100, 100};
    EXPECT_EQ(plain_plan(stage, 4).parallel, std::vector<size_t>{2});
    stage.dims = {"x"};
    stage.extents = {100};
    EXPECT_TRUE(plain_plan(stage, 4).parallel.empty()) << "points of a row are lanes, not tasks";
}

}  // namespace
}  // namespace pantile::cost
