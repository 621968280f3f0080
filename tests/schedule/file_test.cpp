#include "schedule/file.h"
#include "plan/schedule_file.h"

#include <gtest/gtest.h>

#include "front/text/parse.h"
#include "search/naive.h"

namespace pantile::schedule {

using namespace search;
namespace {

ir::Pipeline blur() {
    return front::parse_pipeline({"blur.pan",
                                  "pipeline blur\n"
                                  "input img: f32(x, y)\n"
                                  "bx(x, y) = img(x, y) + img(x+1, y)\n"
                                  "output by(x, y) = bx(x, y) + bx(x, y+1)\n",
                                  {}})
        .value();
}

std::string with_groups(const std::string& groups) {
    return "{\"pipeline_hash\": \"" + hash_of(blur()) + "\", \"groups\": " + groups + "}";
}

std::string refusal(const std::string& json) {
    const Result<Schedule> schedule = plan::read_schedule(json, "s.json", blur());
    return schedule ? "accepted" : render(schedule.diagnostics());
}

TEST(ScheduleFile, ReadsBackWhatItWrites) {
    const ir::Pipeline pipeline = blur();
    const std::string text = to_json(naive(pipeline), pipeline);
    const Schedule again = plan::read_schedule(text, "s.json", pipeline).value();
    EXPECT_EQ(to_json(again, pipeline), text);
    EXPECT_EQ(again.groups.size(), 2u);
    EXPECT_EQ(again.groups[1].parallel_dims, std::vector<size_t>{1});
}

TEST(ScheduleFile, DimensionsMayBeLeftOut) {
    const Schedule schedule =
        plan::read_schedule(with_groups(R"([{"stages": ["bx"]}, {"stages": ["by"]}])"), "s.json", blur())
            .value();
    EXPECT_TRUE(schedule.groups[0].parallel_dims.empty());
    EXPECT_EQ(schedule.groups[0].vector_dim, std::nullopt);
}

TEST(ScheduleFile, RefusesTextThatIsNoSchedule) {
    EXPECT_EQ(refusal(""), "s.json: error: the schedule file is not a JSON object.\n");
    EXPECT_EQ(refusal("[1, 2"), "s.json: error: the schedule file is not a JSON object.\n");
    EXPECT_EQ(refusal("{}"),
              "s.json: error: a schedule file has a 'pipeline_hash' and a list of 'groups'.\n");
    EXPECT_EQ(refusal(with_groups("[7]")), "s.json: error: a group lists its 'stages', at least one.\n");
    EXPECT_EQ(refusal(with_groups(R"([{"stages": [7]}])")), "s.json: error: 'stages' is a list of names.\n");
    EXPECT_EQ(refusal(std::string(100000, '[')), "s.json: error: the schedule file is nested too deeply.\n");
    EXPECT_EQ(refusal(R"({"pipeline_hash": )" + std::string(1000000, '[') + std::string(1000000, ']') + "}"),
              "s.json: error: the schedule file is nested too deeply.\n");
    EXPECT_EQ(refusal(R"({"pipeline_hash": "[[[[[[[[[[[[[[[[[[[[[[[[", "groups": 1})"),
              "s.json: error: a schedule file has a 'pipeline_hash' and a list of 'groups'.\n");
    EXPECT_EQ(
        refusal(R"({"pipeline_hash": "0123", "groups": [], "inline": []})"),
        "s.json: error: 'inline' is not known here; there are: scheduler, pipeline_hash, inlined, groups.\n");
}

TEST(ScheduleFile, RefusesAKeyThatIsThereTwice) {
    EXPECT_EQ(refusal(with_groups("[\n{\"stages\": [\"bx\", \"by\"], \"tile\": {\"x\": 8, \"x\": 16}}]")),
              "s.json:2:43: error: 'x' is given twice.\n"
              "  {\"stages\": [\"bx\", \"by\"], \"tile\": {\"x\": 8, \"x\": 16}}]}\n"
              "                                            ^^^\n"
              "note: it is also in line 2; only one of them could count.\n"
              "hint: keep one of the two.\n");
}

TEST(ScheduleFile, RefusesTheScheduleOfAnotherPipeline) {
    EXPECT_EQ(
        refusal(R"({"pipeline_hash": "0123", "groups": []})"),
        "s.json: error: the schedule was made for another pipeline, or for another version of this one.\n");
}

TEST(ScheduleFile, RefusesWhatCannotBeExecuted) {
    EXPECT_EQ(refusal(with_groups(R"([{"stages": ["bx"]}])")),
              "s.json: error: the schedule does not mention the stage 'by'.\n");
    EXPECT_EQ(refusal(with_groups(R"([{"stages": ["by"]}, {"stages": ["bx"]}])")),
              "s.json: error: 'by' comes before 'bx', which it reads.\n");
    EXPECT_EQ(refusal(with_groups(R"([{"stages": ["bx"]}, {"stages": ["by"]}, {"stages": ["by"]}])")),
              "s.json: error: the stage 'by' is scheduled twice.\n");
    EXPECT_EQ(refusal(with_groups(R"([{"stages": ["bx"], "vector": "y"}, {"stages": ["by"]}])")),
              "s.json: error: 'bx' is vectorized along its innermost dimension or not at all.\n");
    EXPECT_EQ(refusal(with_groups(R"([{"stages": ["bx"], "parallel": "z"}, {"stages": ["by"]}])")),
              "s.json: error: 'bx' has no dimension 'z' for 'parallel'.\n");
    EXPECT_EQ(refusal(with_groups(R"([{"stages": ["nobody"]}])")),
              "s.json: error: 'nobody' is not a stage of 'blur'.\n");
}

// One group of both stages with this said about it.
std::string refusal_of(const std::string& choice) {
    return refusal(with_groups(R"([{"stages": ["bx", "by"], )" + choice + "}]"));
}

TEST(ScheduleFile, RefusesWhatItCannotRead) {
    EXPECT_EQ(refusal_of(R"("tiles": {"x": 8})"),
              "s.json: error: 'tiles' is not known here; there are: stages, tile, shape, slide, order, "
              "parallel, vector, "
              "registers, fused, reduction_tiles, non_temporal.\n");
    EXPECT_EQ(refusal_of(R"("tile": [8, 8])"),
              "s.json: error: 'tile' gives a size to each dimension: {\"x\": 256}.\n");
    EXPECT_EQ(refusal_of(R"("tile": {"z": 8})"), "s.json: error: 'by' has no dimension 'z' for 'tile'.\n");
    EXPECT_EQ(refusal_of(R"("tile": {"x": 0})"),
              "s.json: error: a tile has at least one point along 'x'; leave the dimension out to keep it "
              "whole.\n");
    EXPECT_EQ(refusal_of(R"("tile": {"x": 1.5})"), "s.json: error: 'tile' is a whole number.\n");
    EXPECT_EQ(refusal_of(R"("shape": "round")"),
              "s.json: error: 'shape' is 'scalene', 'loose' or 'rectangle'.\n");
    EXPECT_EQ(refusal_of(R"("slide": {"x": 1, "y": 1})"),
              "s.json: error: 'slide' gives one dimension a number of rows: {\"y\": 1}.\n");
    EXPECT_EQ(refusal_of(R"("parallel": 1)"), "s.json: error: 'parallel' names a dimension of 'by'.\n");
    EXPECT_EQ(refusal_of(R"("vector": "z")"), "s.json: error: 'by' has no dimension 'z' for 'vector'.\n");
    EXPECT_EQ(refusal_of(R"("fused": "bx")"), "s.json: error: 'fused' is a list of lists of stages.\n");
    EXPECT_EQ(refusal_of(R"("non_temporal": "by")"), "s.json: error: 'non_temporal' is a list of names.\n");
    EXPECT_EQ(refusal_of(R"("reduction_tiles": {})"), "s.json: error: 'reduction_tiles' is a list.\n");
    EXPECT_EQ(refusal_of(R"("reduction_tiles": [{"stage": "bx"}])"),
              "s.json: error: a reduction tile has a 'stage', a 'variable' and a 'size'.\n");
    const std::string hash = "{\"pipeline_hash\": \"" + hash_of(blur()) + "\", \"groups\": [], ";
    EXPECT_EQ(refusal(hash + R"("inlined": "bx"})"), "s.json: error: 'inlined' is a list of stages.\n");
    EXPECT_EQ(refusal(hash + R"("inlined": ["bx", "bx"]})"),
              "s.json: error: the stage 'bx' is inlined twice.\n");
    EXPECT_EQ(refusal(hash + R"("scheduler": "a b"})"),
              "s.json: error: 'a b' is not a name of a scheduler.\n");
}

// Writes a schedule, reads it and writes it again.
std::string written_twice(const Schedule& schedule, const ir::Pipeline& pipeline) {
    const Result<Schedule> again = plan::read_schedule(to_json(schedule, pipeline), "s.json", pipeline);
    return again ? to_json(*again, pipeline) : render(again.diagnostics());
}

Schedule expert(Group group, rewrite::Rewrites rewrites = {}) {
    return {"expert", hash_of(blur()), {std::move(group)}, std::move(rewrites)};
}

TEST(ScheduleFile, KeepsEveryField) {
    const Group group{.stages = {"bx", "by"},
                      .tile = {0, 32},
                      .shape = Shape::rectangle,
                      .sliding = Sliding{1, 2},
                      .order = {1, 0},
                      .parallel_dims = {1},
                      .vector_dim = 0,
                      .registers = {2, 4},
                      .streamed = {"by"}};
    const Result<Schedule> again = plan::read_schedule(to_json(expert(group), blur()), "s.json", blur());
    ASSERT_TRUE(again) << render(again.diagnostics());
    EXPECT_EQ(again->name, "expert");
    const Group& read = again->groups.at(0);
    EXPECT_EQ(read.stages, group.stages);
    EXPECT_EQ(read.tile, group.tile);
    EXPECT_EQ(read.shape, Shape::rectangle);
    ASSERT_TRUE(read.sliding);
    EXPECT_EQ(read.sliding->dim, 1u);
    EXPECT_EQ(read.sliding->rows, 2);
    EXPECT_EQ(read.order, group.order);
    EXPECT_EQ(read.parallel_dims, group.parallel_dims);
    EXPECT_EQ(read.vector_dim, 0u);
    EXPECT_EQ(read.registers, group.registers);
    EXPECT_EQ(read.streamed, group.streamed);
}

TEST(ScheduleFile, ReadsTheOldNameOfNonTemporalStores) {
    const Group group{.stages = {"bx", "by"}, .vector_dim = 0, .streamed = {"by"}};
    std::string text = to_json(expert(group), blur());
    const size_t at = text.find("non_temporal");
    ASSERT_NE(at, std::string::npos) << text;
    text.replace(at, std::string("non_temporal").size(), "streamed");
    EXPECT_EQ(plan::read_schedule(text, "s.json", blur()).value().groups.at(0).streamed, group.streamed);
    EXPECT_EQ(refusal_of(R"("streamed": ["by"], "non_temporal": ["by"])")
                  .find("s.json: error: 'streamed' is not known"),
              0u);
}

TEST(ScheduleFile, KeepsEveryShape) {
    for (const Shape shape : {Shape::scalene, Shape::loose, Shape::rectangle}) {
        const Schedule schedule = expert({.stages = {"bx", "by"}, .tile = {64, 32}, .shape = shape});
        EXPECT_EQ(plan::read_schedule(to_json(schedule, blur()), "s.json", blur()).value().groups[0].shape,
                  shape);
        EXPECT_EQ(written_twice(schedule, blur()), to_json(schedule, blur()));
    }
}

TEST(ScheduleFile, KeepsTheShapeOfAGroupThatIsNotCut) {
    const Schedule schedule =
        expert({.stages = {"bx", "by"}, .shape = Shape::rectangle, .sliding = Sliding{1, 1}});
    const Schedule again = plan::read_schedule(to_json(schedule, blur()), "s.json", blur()).value();
    EXPECT_EQ(again.groups[0].shape, Shape::rectangle);
    EXPECT_TRUE(again.groups[0].tile.empty());
}

TEST(ScheduleFile, KeepsATileThatCutsNothing) {
    const Schedule schedule = expert({.stages = {"bx", "by"}, .tile = {0, 0}});
    EXPECT_EQ(plan::read_schedule(to_json(schedule, blur()), "s.json", blur()).value().groups[0].tile,
              (std::vector<int64_t>{0, 0}));
}

TEST(ScheduleFile, KeepsWhatIsInlined) {
    const Schedule schedule = expert({.stages = {"by"}}, {rewrite::Inline{"bx"}});
    EXPECT_EQ(plan::read_schedule(to_json(schedule, blur()), "s.json", blur()).value().rewrites,
              schedule.rewrites);
    EXPECT_EQ(written_twice(schedule, blur()), to_json(schedule, blur()));
}

TEST(ScheduleFile, KeepsFusedLoops) {
    const ir::Pipeline pair =
        front::parse_pipeline({"pair.pan",
                               "pipeline pair\ninput img: f32(x)\na(x) = img(x) * 2\nb(x) = img(x) * 3\n"
                               "output out(x) = a(x) + b(x)\n",
                               {}})
            .value();
    const Schedule schedule{
        "expert", hash_of(pair), {{.stages = {"a", "b", "out"}, .tile = {8}, .fused = {{"a", "b"}}}}, {}};
    EXPECT_EQ(plan::read_schedule(to_json(schedule, pair), "s.json", pair).value().groups[0].fused,
              (std::vector<std::vector<std::string>>{{"a", "b"}}));
}

TEST(ScheduleFile, KeepsReductionTiles) {
    const ir::Pipeline sum = front::parse_pipeline({"total.pan",
                                                    "pipeline total\ninput img: i32(x)\noutput s() = i32(0)\n"
                                                    "s() = s() + img(i) for i in 0..99\n",
                                                    {}})
                                 .value();
    const Schedule schedule{
        "expert", hash_of(sum), {{.stages = {"s"}, .reduction_tiles = {{"s", 1, "i", 64, true}}}}, {}};
    const Schedule again = plan::read_schedule(to_json(schedule, sum), "s.json", sum).value();
    const ReductionTile& tile = again.groups.at(0).reduction_tiles.at(0);
    EXPECT_EQ(tile.stage, "s");
    EXPECT_EQ(tile.update, 1u);
    EXPECT_EQ(tile.variable, "i");
    EXPECT_EQ(tile.size, 64);
    EXPECT_TRUE(tile.parallel);
}

}  // namespace
}  // namespace pantile::schedule
