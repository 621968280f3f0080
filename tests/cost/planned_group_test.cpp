#include "cost/planned_group.h"

#include "search/prepared.h"

namespace pantile::cost {

using namespace schedule;
namespace {

const std::string kBlur =
    "input img: f32(x, y)\n"
    "bx(x, y) = img(x, y) + img(x+1, y)\n"
    "output by(x, y) = bx(x, y) + bx(x, y+1)\n";

TEST(PlannedGroup, HasThePlanThatTheGroupSays) {
    const PreparedProgram p(kBlur, {{"x", 640}, {"y", 160}});
    const PlannedGroup planned = plan_group(
        p.graph(),
        {.stages = {"bx", "by"}, .tile = {64, 16}, .sliding = Sliding{1, 2}, .parallel_dims = {1, 0}},
        laptop());
    EXPECT_EQ(planned.stages, p.set({"bx", "by"}));
    EXPECT_EQ(planned.plan.tile, (TileSizes{64, 16}));
    EXPECT_EQ(planned.plan.sliding->rows, 2);
    EXPECT_EQ(planned.plan.parallel, (std::vector<size_t>{1, 0}));
    EXPECT_EQ(planned.prediction.tiles, 100);
    EXPECT_EQ(planned.prediction.tasks, 100);
    EXPECT_GT(planned.prediction.time, 0);
}

TEST(PlannedGroup, SeveralStagesWithoutTilesAreOneTile) {
    const PreparedProgram p(kBlur, {{"x", 640}, {"y", 160}});
    EXPECT_EQ(plan_group(p.graph(), {.stages = {"bx", "by"}}, laptop()).plan.tile, (TileSizes{0, 0}));
    EXPECT_EQ(plan_group(p.graph(), {.stages = {"bx"}}, laptop()).plan.tile, TileSizes{});
}

// A frame would take the larger output for the reference stage; the schedule's own counts.
TEST(PlannedGroup, TilesAreThoseOfTheSchedulesReferenceStage) {
    const PreparedProgram p(
        "input img: f32(x, y)\n"
        "a(x, y) = img(x, y) + img(x+1, y)\n"
        "output large(x, y) = a(x, y) + a(x, y+1)\n"
        "output small(i, y) = a(2*i, 2*y) + a(2*i+1, 2*y)\n",
        {{"x", 512}, {"y", 256}, {"i", 128}});
    const PlannedGroup planned = plan_group(
        p.graph(), {.stages = {"a", "large", "small"}, .tile = {64, 16}, .parallel_dims = {1}}, laptop());
    EXPECT_EQ(p.graph().stages[planned.frame.reference().stage].name, "small");
    EXPECT_EQ(planned.prediction.tiles, 4 * 16) << "they cover the larger output as well, at half its size";
    EXPECT_EQ(planned.prediction.tasks, 16);
}

TEST(PlannedGroup, ARectangleIsWalked) {
    const PreparedProgram p(kBlur, {{"x", 640}, {"y", 160}});
    const PlannedGroup planned = plan_group(
        p.graph(), {.stages = {"bx", "by"}, .tile = {64, 16}, .shape = Shape::rectangle}, laptop());
    ASSERT_TRUE(planned.plan.sliding);
    EXPECT_EQ(planned.plan.sliding->dim, 1u);
    EXPECT_EQ(planned.plan.sliding->rows, 1);
}

}  // namespace
}  // namespace pantile::cost
