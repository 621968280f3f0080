// One test for each reason to refuse a schedule: it is legal but for exactly that.
#include "plan/plan.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "search/naive.h"

namespace pantile::plan {

using namespace schedule;
using namespace search;
namespace {

const std::string kBlur =
    "pipeline blur\n"
    "input img: f32(x, y)\n"
    "bx(x, y) = img(x, y) + img(x+1, y)\n"
    "output by(x, y) = bx(x, y) + bx(x, y+1)\n";

const std::string kPair =
    "pipeline pair\n"
    "input img: f32(x, y)\n"
    "a(x, y) = img(x, y) * 2\n"
    "b(x, y) = img(x, y) * 3\n"
    "output out(x, y) = a(x, y) + b(x, y)\n";

// The messages for a schedule of these groups, one on a line.
std::string refusals(const std::string& program, std::vector<Group> groups,
                     const std::vector<std::string>& inlined = {}) {
    const ir::Pipeline pipeline = front::parsed(program);
    Schedule schedule{"test", hash_of(pipeline), std::move(groups), {}};
    for (const std::string& stage : inlined) schedule.rewrites.insert(rewrite::Inline{stage});
    std::string all;
    for (const Diagnostic& d : check_legal(schedule, pipeline)) all += d.message + "\n";
    return all;
}

Group tiled() { return {.stages = {"bx", "by"}, .tile = {64, 32}}; }

// 'kBlur' in one group.
std::string refusal_of(const Group& group) { return refusals(kBlur, {group}); }

TEST(Legality, WhatTheOtherTestsStartFromIsLegal) {
    EXPECT_EQ(refusal_of(tiled()), "");
    EXPECT_EQ(refusals(kBlur, {{.stages = {"bx"}}, {.stages = {"by"}}}), "");
    EXPECT_EQ(refusals(kPair, {{.stages = {"a", "b", "out"}, .tile = {64, 32}, .fused = {{"a", "b"}}}}), "");
    EXPECT_EQ(refusals(kBlur, {{.stages = {"by"}}}, {"bx"}), "");
}

TEST(Legality, AnotherPipeline) {
    const ir::Pipeline pipeline = front::parsed(kBlur);
    const Diagnostics found = check_legal({"test", hash_of(front::parsed(kPair)), {tiled()}, {}}, pipeline);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].message,
              "the schedule was made for another pipeline, or for another version of this one.");
}

TEST(Legality, AStageThatIsNotMentioned) {
    EXPECT_EQ(refusals(kBlur, {{.stages = {"bx"}}}), "the schedule does not mention the stage 'by'.\n");
}

TEST(Legality, AStageThatThePipelineDoesNotHave) {
    EXPECT_EQ(refusals(kBlur, {tiled(), {.stages = {"bz"}}}),
              "the schedule names 'bz', which is not a stage of 'blur'.\n");
    EXPECT_EQ(refusals(kBlur, {tiled()}, {"bz"}),
              "the schedule names 'bz', which is not a stage of 'blur'.\n");
}

TEST(Legality, AStageInTwoGroups) {
    EXPECT_EQ(refusals(kBlur, {tiled(), {.stages = {"by"}}}), "the stage 'by' is scheduled twice.\n");
}

TEST(Legality, AGroupWithoutStages) { EXPECT_EQ(refusals(kBlur, {tiled(), {}}), "a group has no stages.\n"); }

TEST(Legality, AnInlinedStageInAGroup) {
    EXPECT_EQ(refusals(kBlur, {tiled()}, {"bx"}), "the stage 'bx' is inlined and in a group.\n");
}

TEST(Legality, AStageThatCannotBeInlined) {
    EXPECT_EQ(refusals(kBlur, {{.stages = {"bx"}}}, {"by"}),
              "the schedule inlines what cannot be inlined: 'by' is an output.\n");
}

TEST(Legality, AConsumerBeforeItsProducer) {
    EXPECT_EQ(refusals(kBlur, {{.stages = {"by"}}, {.stages = {"bx"}}}),
              "'by' comes before 'bx', which it reads.\n");
    const std::string three =
        "pipeline p\ninput img: f32(x)\na(x) = img(x)\nb(x) = a(x) + a(x+1)\noutput c(x) = b(x) + b(x+1)\n";
    EXPECT_EQ(refusals(three, {{.stages = {"a"}}, {.stages = {"c"}}, {.stages = {"b"}}}),
              "'c' comes before 'b', which it reads.\n");
}

TEST(Legality, ATileOfAnotherRank) {
    Group group = tiled();
    group.tile = {64};
    EXPECT_EQ(refusal_of(group), "the tile of 'by' has 1 sizes; the stage has 2 dimensions.\n");
}

TEST(Legality, ATileSizeThatIsNone) {
    Group group = tiled();
    group.tile = {-1, 32};
    EXPECT_EQ(refusal_of(group), "a tile of 'by' has -1 points along a dimension; it has 1 to 2^30.\n");
}

TEST(Legality, AParallelDimensionThatThereIsNot) {
    Group group = tiled();
    group.parallel_dims = {2};
    EXPECT_EQ(refusal_of(group), "'by' has no such dimension to run in parallel.\n");
}

TEST(Legality, AnOrderThatLeavesALoopOut) {
    Group group = tiled();
    for (const std::vector<size_t>& order : {std::vector<size_t>{0}, {1, 1}, {2, 0}, {1, 0, 0}}) {
        group.order = order;
        EXPECT_EQ(refusal_of(group), "the order of the loops of 'by' names each of its 2 dimensions once.\n");
    }
}

TEST(Legality, AnOrderThatMovesTheInnermostLoop) {
    Group group = tiled();
    group.order = {0, 1};
    EXPECT_EQ(refusal_of(group), "the order of the loops of 'by' ends with 'x', its innermost dimension.\n");
}

TEST(Legality, RegistersThatHoldNothingOrTooMuch) {
    Group group = tiled();
    group.registers = {1, 0};
    EXPECT_EQ(refusal_of(group), "'by' is computed at 0 points at once; it is at 1 to 16.\n");
    group.registers = {17, 1};
    EXPECT_EQ(refusal_of(group), "'by' is computed at 17 points at once; it is at 1 to 16.\n");
    group.registers = {4};
    EXPECT_EQ(refusal_of(group), "the registers of 'by' have 1 counts; the stage has 2 dimensions.\n");
}

TEST(Legality, ImagesThatCannotGoPastTheCaches) {
    Group group = tiled();
    group.vector_dim = 0;
    group.streamed = {"nobody"};
    EXPECT_EQ(refusal_of(group), "'nobody' has non-temporal stores but is not in the group.\n");
    group.streamed = {"by", "by"};
    EXPECT_EQ(refusal_of(group), "'by' has non-temporal stores twice.\n");
    group.streamed = {"bx"};
    EXPECT_EQ(refusal_of(group),
              "'bx' is needed only inside its tiles: it has no image for non-temporal stores.\n");
    group.streamed = {"by"};
    EXPECT_EQ(refusal_of(group), "");
    group.vector_dim.reset();
    EXPECT_EQ(refusal_of(group),
              "only vectors have non-temporal stores, and 'by' is not vectorized; give 'vector'.\n");
}

TEST(Legality, WhatIsUpdatedDoesNotGoPastTheCaches) {
    const ir::Pipeline p =
        front::parsed("pipeline p\ninput a: f32(x)\nf(x) = a(x)\nf(x) += a(x + i) for i in 0..9\noutput f\n");
    Schedule schedule = naive(p);
    schedule.groups.back().streamed = {"f"};
    const Diagnostics found = check_legal(schedule, p);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].message,
              "'f' has updates, which read what was written: it cannot have non-temporal stores.");
}

TEST(Legality, ADimensionThatIsParallelTwice) {
    Group group = tiled();
    group.parallel_dims = {1, 1};
    EXPECT_EQ(refusal_of(group), "the dimension 'y' of 'by' is parallel twice.\n");
}

TEST(Legality, AParallelDimensionThatIsNotCut) {
    Group group = tiled();
    group.tile = {64, 0};
    group.parallel_dims = {1};
    EXPECT_EQ(refusal_of(group),
              "the dimension 'y' of 'by' is parallel but has only one tile; give it a tile size.\n");
}

TEST(Legality, VectorsAcrossRows) {
    Group group = tiled();
    group.vector_dim = 1;
    EXPECT_EQ(refusal_of(group), "'by' is vectorized along its innermost dimension or not at all.\n");
}

TEST(Legality, AWalkAlongADimensionThatThereIsNot) {
    Group group = tiled();
    group.sliding = Sliding{2, 1};
    EXPECT_EQ(refusal_of(group), "'by' has no such dimension to slide along.\n");
}

TEST(Legality, AWalkThatDoesNotMove) {
    Group group = tiled();
    group.sliding = Sliding{1, 0};
    EXPECT_EQ(refusal_of(group), "the tiles of 'by' slide by 0 rows; they slide by 1 to 65536.\n");
}

TEST(Legality, AShapeWithoutTiles) {
    EXPECT_EQ(refusals(kBlur, {{.stages = {"bx"}, .shape = Shape::loose}, {.stages = {"by"}}}),
              "'bx' is not tiled: it has no shape.\n");
}

TEST(Legality, FusedLoopsOfASingleStage) {
    EXPECT_EQ(refusals(kBlur, {{.stages = {"bx"}, .fused = {{"bx"}}}, {.stages = {"by"}}}),
              "'bx' is alone in its group: there are no loops to share.\n");
}

// A sum whose order is free, and one of floats, where it is not.
std::string refusal_of_pieces(const std::vector<ReductionTile>& tiles, const std::vector<int64_t>& tile = {},
                              const std::string& type = "i32") {
    const std::string program = "pipeline p\ninput img: " + type + "(x, y)\noutput s(x) = " + type +
                                "(0)\ns(x) = s(x) + img(x + i, j) for i in 0..9, j in 0..9\n";
    return refusals(program, {{.stages = {"s"}, .tile = tile, .reduction_tiles = tiles}});
}

TEST(Legality, PiecesOfAReductionMayBeLegal) {
    EXPECT_EQ(refusal_of_pieces({{"s", 1, "j", 4, true}, {"s", 1, "i", 2}}), "");
    EXPECT_EQ(refusal_of_pieces({{"s", 1, "j", 4}}, {}, "f32"), "");
}

TEST(Legality, PiecesOfAStageThatIsNotInTheGroup) {
    EXPECT_EQ(refusal_of_pieces({{"t", 1, "i", 4}}),
              "a reduction tile names 't', which is not in its group.\n");
}

TEST(Legality, PiecesOfAnUpdateThatThereIsNot) {
    EXPECT_EQ(refusal_of_pieces({{"s", 2, "i", 4}}),
              "a reduction tile names update 2 of 's', which has 1; the first is 1.\n");
}

TEST(Legality, PiecesOfAVariableThatThereIsNot) {
    EXPECT_EQ(refusal_of_pieces({{"s", 1, "k", 4}}), "update 1 of 's' has no variable 'k' to tile.\n");
}

TEST(Legality, PiecesOfNothing) {
    EXPECT_EQ(refusal_of_pieces({{"s", 1, "i", 0}}),
              "a reduction tile of 's' has 0 values of 'i'; it has 1 to 2^30.\n");
}

TEST(Legality, PiecesOfAVariableTwice) {
    EXPECT_EQ(refusal_of_pieces({{"s", 1, "i", 4}, {"s", 1, "i", 2}}),
              "'i' in update 1 of 's' is tiled twice.\n");
}

TEST(Legality, ParallelPiecesInTiles) {
    EXPECT_EQ(
        refusal_of_pieces({{"s", 1, "i", 4, true}}, {8}),
        "'s' is tiled: reduction tiles of 'i' run in parallel only for a stage that is alone in its group "
        "and not tiled.\n");
}

TEST(Legality, ParallelPiecesOfASumOfFloats) {
    EXPECT_EQ(refusal_of_pieces({{"s", 1, "j", 4, true}}, {}, "f32"),
              "the reduction tiles of 'j' cannot run in parallel: the result of update 1 of 's' depends on "
              "their order. Only integers and booleans that are combined into one element ('+=', '*=', "
              "'min=', 'max=', '&', "
              "'|', '^') "
              "have none.\n");
}

TEST(Legality, ParallelPiecesOfAStageOfAllDimensions) {
    const ir::Pipeline p = front::parsed(
        "pipeline p\noutput s(a, b, c, d, e, f, g, h) = 0\ns(a, b, c, d, e, f, g, h) += 1 for i in 0..9\n");
    Schedule schedule = naive(p);
    schedule.groups[0].reduction_tiles = {{"s", 1, "i", 4, true}};
    EXPECT_EQ(render(check_legal(schedule, p)),
              "error: 's' has 8 dimensions: its private copies would need one more.\n");
}

TEST(Legality, ParallelPiecesOfTwoVariables) {
    EXPECT_EQ(refusal_of_pieces({{"s", 1, "i", 4, true}, {"s", 1, "j", 4, true}}),
              "update 1 of 's' has parallel reduction tiles of two variables; one is enough.\n");
}

TEST(Legality, PiecesThatChangeTheOrder) {
    EXPECT_EQ(
        refusal_of_pieces({{"s", 1, "i", 4}}, {}, "f32"),
        "reduction tiles of 'i' would change the order in which update 1 of 's' takes its points, and the "
        "result depends "
        "on it; tile 'j', the slowest variable.\n");
}

TEST(Legality, LooseTilesThatSlide) {
    Group group = tiled();
    group.shape = Shape::loose;
    group.sliding = Sliding{1, 1};
    EXPECT_EQ(refusal_of(group), "tiles of the loose shape do not slide; take 'scalene'.\n");
}

TEST(Legality, LooseTilesOfAStageThatIsClamped) {
    const std::string program =
        "pipeline p\ninput img: f32(x)\na(x) = img(x)\noutput b(x) = a(clamp(x, 0, 99)) + a(clamp(x+1, 0, "
        "99))\n";
    EXPECT_EQ(refusals(program, {{.stages = {"a", "b"}, .tile = {8}, .shape = Shape::loose}}),
              "'a' is not read at constant distances along 'x': no loose shape fits; take 'scalene'.\n");
    EXPECT_EQ(refusals(program, {{.stages = {"a", "b"}, .tile = {8}}}), "");
}

TEST(Legality, ARectangleWithoutADimensionToWalk) {
    Group group = tiled();
    group.tile = {};
    group.shape = Shape::rectangle;
    EXPECT_EQ(refusal_of(group),
              "the rectangle shape of 'by' needs a tiled dimension or one to slide along.\n");
}

TEST(Legality, ARectangleOfAStageThatDoesNotFollow) {
    const std::string program = "pipeline p\na(i) = f32(i)\noutput b(x, y) = a(x) + f32(y)\n";
    EXPECT_EQ(refusals(program, {{.stages = {"a", "b"}, .tile = {8, 8}, .shape = Shape::rectangle}}),
              "'a' does not follow 'y' of 'b' at constant distances: no rectangle fits; take 'scalene'.\n");
}

std::string refusal_of_fused(std::vector<std::vector<std::string>> fused,
                             const std::string& program = kPair) {
    return refusals(program, {{.stages = {"a", "b", "out"}, .tile = {64, 32}, .fused = std::move(fused)}});
}

TEST(Legality, AFusedSetOfOne) {
    EXPECT_EQ(refusal_of_fused({{"a"}}), "a set of fused stages has at least two.\n");
}

TEST(Legality, FusedStagesThatAreNotNeighbours) {
    EXPECT_EQ(refusal_of_fused({{"b", "a"}}),
              "the fused stages b, a do not follow each other in their group.\n");
    EXPECT_EQ(refusal_of_fused({{"a", "z"}}),
              "the fused stages a, z do not follow each other in their group.\n");
}

TEST(Legality, AStageThatIsFusedTwice) {
    EXPECT_EQ(refusal_of_fused({{"a", "b"}, {"a", "b"}}), "'a' is fused twice.\n");
}

TEST(Legality, FusedStagesThatReadEachOther) {
    EXPECT_EQ(refusal_of_fused({{"b", "out"}}), "'out' reads 'b': their loops cannot be shared.\n");
}

TEST(Legality, FusedStagesWithUpdates) {
    EXPECT_EQ(refusal_of_fused({{"a", "b"}},
                               "pipeline p\ninput img: f32(x, y)\na(x, y) = img(x, y) * 2\nb(x, y) = 0.0\n"
                               "b(x, y) = b(x, y) + img(x+r, y) for r in 0..2\n"
                               "output out(x, y) = a(x, y) + b(x, y)\n"),
              "'b' has updates: its loops cannot be shared.\n");
}

TEST(Legality, FusedStagesOfDifferentBoxes) {
    EXPECT_EQ(refusal_of_fused({{"a", "b"}},
                               "pipeline p\ninput img: f32(x, y)\na(x, y) = img(x, y) * 2\n"
                               "b(x, y) = img(x, y) * 3\noutput out(x, y) = a(x, y) + b(x, y) + b(x+1, y)\n"),
              "a tile needs different regions of 'a' and 'b': their loops cannot be shared.\n");
}

}  // namespace
}  // namespace pantile::plan
