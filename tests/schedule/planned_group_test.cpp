#include "schedule/planned_group.h"

#include "schedule/prepared.h"

namespace pantile::schedule {
namespace {

const std::string kBlur =
    "input img: f32(x, y)\n"
    "bx(x, y) = img(x, y) + img(x+1, y)\n"
    "output by(x, y) = bx(x, y) + bx(x, y+1)\n";

TEST(PlannedGroup, HasThePlanThatTheGroupSays) {
    const PreparedProgram p(kBlur, {{"x", 640}, {"y", 160}});
    const PlannedGroup planned =
        plan_of(p.graph(),
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
    EXPECT_EQ(plan_of(p.graph(), {.stages = {"bx", "by"}}, laptop()).plan.tile, (TileSizes{0, 0}));
    EXPECT_EQ(plan_of(p.graph(), {.stages = {"bx"}}, laptop()).plan.tile, TileSizes{});
}

// The tiles of 'small' are 8 points; it has half the resolution, so that is 16 points of 'large', which
// frames take for the reference stage.
TEST(PlannedGroup, TilesOfAnotherReferenceStageAreScaled) {
    const PreparedProgram p(
        "input img: f32(x, y)\n"
        "a(x, y) = img(x, y) + img(x+1, y)\n"
        "output small(x, y) = a(2*x, 2*y) + a(2*x+1, 2*y)\n"
        "output large(x, y) = a(x, y) + a(x, y+1)\n",
        {{"x", 512}, {"y", 512}});
    const GroupFrame frame = frame_group(p.graph(), p.set({"a", "small", "large"}));
    const std::string last = p.graph().stages[frame.reference().stage].name;
    const std::string other = last == "large" ? "small" : "large";
    const double scale = last == "large" ? 2 : 0.5;
    const PlannedGroup planned = plan_of(
        p.graph(),
        {.stages = {"a", last, other}, .tile = {64, 8}, .sliding = Sliding{1, 4}, .parallel_dims = {1}},
        laptop());
    EXPECT_EQ(planned.plan.tile[0], static_cast<int64_t>(64 * scale));
    EXPECT_EQ(planned.plan.tile[1], static_cast<int64_t>(8 * scale));
    EXPECT_EQ(planned.plan.sliding->rows, static_cast<int64_t>(4 * scale));
    EXPECT_EQ(planned.plan.parallel, (std::vector<size_t>{1}));
}

}  // namespace
}  // namespace pantile::schedule
