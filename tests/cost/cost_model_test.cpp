// Each cost model on examples small enough to follow by hand, and the judge that asks them.
#include "cost/cost_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cost/cost_fixed.h"
#include "search/scheduled.h"

namespace pantile::cost {

using namespace schedule;
using namespace search;
namespace {

const std::string kBlur =
    "input img: f32(x, y)\na(x, y) = img(x-1, y) + img(x+1, y)\noutput b(x, y) = a(x, y-1) + a(x, y+1)\n";
const std::string kMixed =
    "input img: f32(x, y)\ninput raw: u8(x, y)\na(x, y) = img(x-1, y) + img(x+1, y)\n"
    "h(i) = 0\nh(i32(raw(u, v))) += 1 for u in 0..99, v in 0..99\n"
    "output b(x, y) = a(x, y-1) + a(x, y+1) + f32(h(i32(raw(x, y))))\n"
    "output c(x, y) = a(i32(raw(x, y)), i32(raw(x+1, y)))\n";

struct Example {
    Prepared p;
    machine::Target target = target_of("zen2core");

    explicit Example(const std::string& items = kBlur,
                     const std::map<std::string, int64_t>& extents = {{"x", 2000}, {"y", 1000}})
        : p(prepared(items, extents)) {}

    GroupFrame frame(const std::vector<std::string>& names) const {
        return frame_group(p.graph, stages_named(p.graph, names));
    }
    size_t number(const std::string& name) const { return number_of(p.graph, name); }
};

double best_cost(const CostModel& model, const GroupFrame& frame) {
    return model.cost(frame, model.best_plan(frame).plan);
}

TEST(PolymageCost, AGroupCostsLessThanItsStagesAlone) {
    const Example e;
    const CostModel model = polymage_cost(e.p.graph, e.target);
    EXPECT_EQ(best_cost(model, e.frame({"a"})), 2147483647);
    EXPECT_LT(best_cost(model, e.frame({"a", "b"})), 2147483647);
}

// L1 of 32 KiB for two buffers of 4-byte elements: 4096 points, rows of 256.
TEST(PolymageCost, TilesFillTheFirstCache) {
    const Example e;
    const TilePlan plan = polymage_cost(e.p.graph, e.target).best_plan(e.frame({"a", "b"})).plan;
    EXPECT_EQ(plan.tile, (TileSizes{256, 16}));
    EXPECT_FALSE(plan.sliding);
    EXPECT_EQ(plan.parallel, (std::vector<size_t>{1, 0}));
}

// The halo of sixteen rows is wider than what the first cache holds: tiles for the second, in steps.
TEST(PolymageCost, WhereOverlapExceedsTheTileTheSecondCacheIsUsed) {
    const Example e(
        "input img: f32(x, y)\na(x, y) = img(x, y) * 2.0\n"
        "b(x, y) = a(x, y-16) + a(x, y+16)\noutput c(x, y) = b(x, y-16) + b(x, y+16)\n");
    const TilePlan plan = polymage_cost(e.p.graph, e.target).best_plan(e.frame({"a", "b", "c"})).plan;
    const int64_t rows = 1048576 / 3 / 4 / 256;
    EXPECT_EQ(plan.tile, (TileSizes{256, rows}));
    ASSERT_TRUE(plan.sliding);
    EXPECT_EQ(plan.sliding->dim, 1u);
    EXPECT_EQ(plan.sliding->rows, 32768 / 3 / 4 / 256);
}

TEST(PolymageCost, ReductionsStayAloneAndDataDependentReadsAreRefused) {
    const Example e(kMixed);
    const CostModel model = polymage_cost(e.p.graph, e.target);
    EXPECT_TRUE(model.is_alone(e.number("h")));
    EXPECT_FALSE(model.is_alone(e.number("a")));
    EXPECT_EQ(best_cost(model, e.frame({"h"})), 1);
    EXPECT_EQ(model.refusal(e.frame({"a", "c"})), "'a' does not follow 'x' of 'c' at constant distances");
    EXPECT_EQ(model.refusal(e.frame({"a", "b"})), std::nullopt);
}

// 100 points of an addition, a load and a store, and 100 loads of 4 bytes that lie near.
TEST(HalideCost, AddsArithmeticAndLoads) {
    const Example e("input img: f32(x)\noutput a(x) = img(x) + 1.0\n", {{"x", 100}});
    const CostModel model = halide_cost(e.p.graph, {e.target.machine, 1});
    EXPECT_EQ(model.cost(e.frame({"a"}), {}), 100 * (1 + 1 + 1) + 100 * 4 * 1);
}

// Beyond the cache a load costs forty times as much.
TEST(HalideCost, LoadsFromLargeImagesAreDear) {
    const Example e("input img: f32(x)\noutput a(x) = img(x) + 1.0\n", {{"x", 10000000}});
    const CostModel model = halide_cost(e.p.graph, {e.target.machine, 1});
    EXPECT_EQ(model.cost(e.frame({"a"}), {}), 1e7 * 3 + 1e7 * 4 * 40);
}

TEST(HalideCost, FusesWhatSavesLoads) {
    const Example e;
    const CostModel model = halide_cost(e.p.graph, e.target);
    EXPECT_LT(best_cost(model, e.frame({"a", "b"})),
              best_cost(model, e.frame({"a"})) + best_cost(model, e.frame({"b"})));
    EXPECT_FALSE(model.best_plan(e.frame({"a", "b"})).plan.parallel.empty());
}

TEST(HalideCost, ThereAreTilesForAllThreads) {
    const Example e;
    for (const int threads : {1, 2, 16, 64}) {
        const TilePlan plan =
            halide_cost(e.p.graph, {e.target.machine, threads}).best_plan(e.frame({"a", "b"})).plan;
        double tasks = 1;
        for (const size_t d : plan.parallel)
            tasks *= std::ceil(static_cast<double>(e.p.graph.stages[1].extents[d]) /
                               static_cast<double>(plan.tile[d]));
        EXPECT_GE(tasks, threads);
    }
}

TEST(PantileCost, IsThePredictedTimeOfTheBestPlan) {
    const Example e;
    const CostModel model = pantile_cost(e.p.graph, e.target);
    for (const auto& names : Groups{{"a"}, {"b"}, {"a", "b"}}) {
        const GroupFrame frame = e.frame(names);
        const TilePlan best = model.best_plan(frame).plan;
        const double cost = model.cost(frame, best);
        EXPECT_EQ(cost, predict(e.p.graph, frame, best, e.target).time);
        for (const TileSizes& tile : {TileSizes{256, 32}, {0, 125}, {64, 64}, {0, 0}})
            EXPECT_LE(cost, model.cost(frame, {.tile = tile, .sliding = {}, .parallel = {1}}));
    }
}

TEST(PantileCost, OnlyReductionsThatTilesCannotCutStayAlone) {
    const Example e(
        "input img: f32(x, y)\ninput raw: u8(x, y)\ntotal() = 0.0\ntotal() += img(u, v) for u in 0..99, v in "
        "0..99\n"
        "line(y) = 0.0\nline(y) += img(u, y) for u in 0..99\n"
        "output b(x, y) = img(x, y) - line(y) / total()\n");
    const CostModel model = pantile_cost(e.p.graph, e.target);
    EXPECT_TRUE(model.is_alone(e.number("total")));
    EXPECT_FALSE(model.is_alone(e.number("line")));
    EXPECT_FALSE(model.is_alone(e.number("b")));
}

TEST(PantileCost, GroupsDoNotGrowWithoutEnd) {
    std::string items = "input img: f32(x)\ns0(x) = img(x-1) + img(x+1)\n";
    for (int i = 1; i < 70; ++i) items += fmt::format("s{0}(x) = s{1}(x-1) + s{1}(x+1)\n", i, i - 1);
    const Example e(items + "output out(x) = s69(x)\n", {{"x", 1000}});
    const CostModel model = pantile_cost(e.p.graph, e.target);
    EXPECT_EQ(model.refusal(frame_group(e.p.graph, e.p.graph.all())),
              "it would have 71 stages; more than 64 are not evaluated");
    EXPECT_EQ(model.refusal(e.frame({"s0", "s1"})), std::nullopt);
}

TEST(FixedCost, EveryGroupHasTheSameTilesAndCostsItsOverlap) {
    const Example e;
    const CostModel model = fixed_tile_cost(e.p.graph, e.target);
    const GroupFrame both = e.frame({"a", "b"});
    EXPECT_EQ(model.best_plan(both).plan.tile, (TileSizes{256, 32}));
    // 8 x 32 tiles; each computes two rows more of 'a', as tall as 'b' and two.
    const double points = 2000.0 * 1002 + 2000.0 * 1000, computed = 8 * 32 * (256.0 * 34 + 256 * 32);
    EXPECT_DOUBLE_EQ(best_cost(model, both), computed / points - 1);
    EXPECT_EQ(best_cost(model, e.frame({"a"})), 0);
}

TEST(CacheCost, TilesHalveUntilTheSecondCacheHoldsThem) {
    const Example e;
    const CostModel model = cache_tile_cost(e.p.graph, e.target);
    const GroupFrame both = e.frame({"a", "b"});
    TilePlan plan = model.best_plan(both).plan;
    const double room = 0.75 * static_cast<double>(e.target.machine.l2.bytes);
    EXPECT_LE(scratch_bytes(e.p.graph, both, plan), room);
    for (int64_t& size : plan.tile) size *= 2;
    EXPECT_GT(scratch_bytes(e.p.graph, both, plan), room);
    EXPECT_EQ(best_cost(model, both), 0);
}

TEST(Judge, AsksOnceForEachGroup) {
    const Example e;
    int asked = 0;
    CostModel model = polymage_cost(e.p.graph, e.target);
    model.cost = [&](const GroupFrame&, const TilePlan&) { return ++asked; };
    const Pins pins;
    Judge judge(e.p.graph, std::move(model), pins);
    for (int i = 0; i < 3; ++i) judge(e.p.graph.all());
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(judge.judged(), 1);
}

TEST(Judge, RefusesGroupsThatBreakPins) {
    const Example e;
    Pins pins;
    pins.apart = {{"a", "b"}};
    Judge apart(e.p.graph, pantile_cost(e.p.graph, e.target), pins);
    EXPECT_EQ(apart(e.p.graph.all()).refused, "'a' and 'b' are pinned apart");
    EXPECT_EQ(apart(e.p.graph.all()).cost, kNever);
    EXPECT_EQ(apart(StageSet::of(2, {0})).refused, "");
    Pins end;
    end.tiles["a"] = {64, 32};
    Judge ends(e.p.graph, pantile_cost(e.p.graph, e.target), end);
    EXPECT_EQ(ends(e.p.graph.all()).refused, "'a' is pinned as the end of its group");
    EXPECT_EQ(ends(StageSet::of(2, {0})).plan.tile, (TileSizes{64, 32}));
}

}  // namespace
}  // namespace pantile::cost
