#include "schedule/file.h"

#include <gtest/gtest.h>

#include "front/text/parse.h"
#include "schedule/naive.h"

namespace pantile::schedule {
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
    const Result<Schedule> schedule = from_json(json, "s.json", blur());
    return schedule ? "accepted" : render(schedule.diagnostics());
}

TEST(ScheduleFile, ReadsBackWhatItWrites) {
    const ir::Pipeline pipeline = blur();
    const std::string text = to_json(naive(pipeline), pipeline);
    const Schedule again = from_json(text, "s.json", pipeline).value();
    EXPECT_EQ(to_json(again, pipeline), text);
    EXPECT_EQ(again.groups.size(), 2u);
    EXPECT_EQ(again.groups[1].parallel_dims, std::vector<size_t>{1});
}

TEST(ScheduleFile, DimensionsMayBeLeftOut) {
    const Schedule schedule =
        from_json(with_groups(R"([{"stages": ["bx"]}, {"stages": ["by"]}])"), "s.json", blur()).value();
    EXPECT_TRUE(schedule.groups[0].parallel_dims.empty());
    EXPECT_EQ(schedule.groups[0].vector_dim, std::nullopt);
}

TEST(ScheduleFile, RefusesTextThatIsNoSchedule) {
    EXPECT_EQ(refusal(""), "s.json: error: the schedule file is no JSON object.\n");
    EXPECT_EQ(refusal("[1, 2"), "s.json: error: the schedule file is no JSON object.\n");
    EXPECT_EQ(refusal("{}"),
              "s.json: error: a schedule file has a 'pipeline_hash' and a list of 'groups'.\n");
    EXPECT_EQ(refusal(with_groups("[7]")), "s.json: error: a group lists its 'stages', at least one.\n");
    EXPECT_EQ(refusal(with_groups(R"([{"stages": [7]}])")),
              "s.json: error: the 'stages' of a group are names.\n");
    EXPECT_NE(refusal(std::string(100000, '[')), "accepted");
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
              "s.json: error: 'bx' becomes vectors along its innermost dimension or not at all.\n");
    EXPECT_EQ(refusal(with_groups(R"([{"stages": ["bx"], "parallel": "z"}, {"stages": ["by"]}])")),
              "s.json: error: 'bx' has no dimension 'z' to be 'parallel'.\n");
    EXPECT_EQ(refusal(with_groups(R"([{"stages": ["nobody"]}])")),
              "s.json: error: 'nobody' is no stage of 'blur'.\n");
}

}  // namespace
}  // namespace pantile::schedule
