// The commands that show and write schedules.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class Explain : public Tool {
  protected:
    static std::string schedule_of(const std::string& name) {
        return PANTILE_SOURCE_DIR "/tests/schedules/" + name + ".json";
    }
};

TEST_F(Explain, PrintsTheFootprintsOfUnsharp) {
    const Ran ran = run({"explain", app("unsharp"), "--schedule", schedule_of("unsharp_tiled"),
                         "--footprints", "--size", "x=4096,y=2048,c=3", "--threads", "1"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("  stage | loose   | scalene\n"
                                   "  bx    | 3×8×518 | 3×8×516\n"
                                   "  by    | 3×8×518 | 3×8×512\n"
                                   "  sh    | 3×8×518 | 3×8×512\n"
                                   "  mask  | 3×8×512 | 3×8×512\n"));
}

TEST_F(Explain, EveryScheduleOfEveryAppIsExplained) {
    for (const std::string name : {"blur", "unsharp", "harris"}) {
        for (const std::string kind : {"naive", "tiled", "sliding"}) {
            const std::string schedule = kind == "naive" ? kind : schedule_of(name + "_" + kind);
            const std::string sizes = name == "harris" ? "x=640,y=480" : "x=640,y=480,c=3";
            for (const std::string form : {"--footprints", "--json"}) {
                const Ran ran = run({"explain", app(name), "--schedule", schedule, "--size", sizes, form});
                EXPECT_EQ(ran.code, 0) << ran.err;
                EXPECT_THAT(ran.out, HasSubstr("workspace"));
            }
        }
    }
}

TEST_F(Explain, DrawsTheGraph) {
    const Ran ran = run({"explain", app("harris"), "--dot", "--size", "x=640,y=480"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, StartsWith("digraph \"harris\" {\n"));
    EXPECT_THAT(ran.out, HasSubstr("  subgraph cluster_1 {\n"));
    EXPECT_THAT(ran.out, HasSubstr("  \"img\" -> \"Ix\";\n"));
    EXPECT_THAT(ran.out, EndsWith("}\n"));
}

TEST_F(Explain, CountsWhatTheSchedulerLookedAt) {
    for (const std::string command : {"explain", "schedule"}) {
        const Ran ran = run({command, app("harris"), "--schedule", "dp", "--count"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_THAT(ran.out,
                    StartsWith("pipeline     harris, 11 stages\nscheduler    dp\ncost model   polymage\n"));
        EXPECT_THAT(ran.out, HasSubstr("Harris Corner        11       104"));
    }
}

// exp of vectors is arithmetic in fast math, and a call for each element in strict math.
TEST_F(Explain, TheMathIsPartOfWhatIsPredicted) {
    const auto predicted = [&](const std::string& math) {
        const Ran ran = run({"explain", app("nl_means"), "--schedule", "naive", "--machine",
                             PANTILE_SOURCE_DIR "/tests/machines/laptop4.json", "--math", math, "--json"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return nlohmann::json::parse(ran.out).at("predicted_ns").get<double>();
    };
    EXPECT_LT(predicted("fast"), 0.9 * predicted("strict"));
    EXPECT_EQ(run({"schedule", app("blur"), "--math", "fast", "-o", "fast.json"}).code, 0);
    EXPECT_EQ(run({"explain", app("blur"), "--math", "quick"}).code, 2);
}

TEST_F(Explain, RefusesWhatThereIsNot) {
    Ran ran = run({"explain", app("blur"), "--size", "z=3"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err,
              "error: no output of 'blur' has a dimension 'z'.\n"
              "hint: the dimensions of its outputs are: x, y, c.\n");
    ran = run({"explain", app("blur"), "--schedule", "best"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("there is no scheduler 'best'."));
    EXPECT_EQ(run({"explain", app("blur"), "--size", "x"}).code, 2);
    EXPECT_EQ(run({"explain", app("blur"), "--colour"}).code, 2);
}

TEST_F(Explain, AWrittenScheduleCanBeUsed) {
    Ran ran = run({"schedule", app("blur"), "-o", "blur.json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    const std::string text = contents_of(path("blur.json"));
    EXPECT_EQ(run({"schedule", app("blur")}).out, text);
    ran = run({"schedule", app("blur"), "--schedule", "blur.json"});
    EXPECT_EQ(ran.out, text) << ran.err;
    EXPECT_EQ(run({"emit", app("blur"), "--schedule", "blur.json", "-o", "c"}).code, 0);
}

TEST_F(Explain, AScheduleIsNotWrittenWhereNoFileCanBe) {
    const Ran ran = run({"schedule", app("blur"), "-o", "nowhere/blur.json"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err, "error: cannot write 'nowhere/blur.json'.\n");
}

TEST_F(Explain, TheScheduleOfAnotherPipelineIsRefused) {
    const Ran ran = run({"schedule", app("blur"), "--schedule", schedule_of("harris_tiled")});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("is not a stage of 'blur'"));
}

}  // namespace
}  // namespace pantile::tool
