// The tool that hunts for bugs: what it answers, and its hunts with the sanitizers.
#include <gmock/gmock.h>

#include "long_run.h"
#include "random/sanitizer.h"
#include "random/specimen_files.h"
#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

using testing::HasSubstr;

class Fuzz : public Tool {
  protected:
    Ran fuzz(const std::vector<std::string>& arguments, double seconds = 300) const {
        std::vector<std::string> command = {test::built_program("pantile-fuzz")};
        command.insert(command.end(), arguments.begin(), arguments.end());
        return execute(command, {.wall_seconds = seconds});
    }

    std::string folder_of(random::Layer layer, const std::string& relation) const {
        const random::Failure failure{random::make_specimen(17, 1), {layer, {}, relation}, "as it was"};
        EXPECT_EQ(random::write_folder(path("failure"), failure), "");
        return path("failure");
    }
};

TEST_F(Fuzz, NothingIsFoundWhereNothingIsWrong) {
    const Ran ran = fuzz({"--layer", "loops", "--seed", "3", "--count", "5", "--schedules", "2"});
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_EQ(ran.out, "loops: 5 pipelines tried, 0 failures.\n");
}

TEST_F(Fuzz, HelpShowsTheLayersAndExitStatuses) {
    const Ran ran = fuzz({"--help"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_THAT(ran.out, HasSubstr("--replay FOLDER"));
    EXPECT_THAT(ran.out, HasSubstr("metamorphic  crop, shift"));
    EXPECT_THAT(ran.out, HasSubstr("exit status: 0"));
}

TEST_F(Fuzz, WrongUsageIsStatusTwo) {
    EXPECT_EQ(fuzz({"--layer", "other"}).code, 2);
    EXPECT_EQ(fuzz({"--schedules", "0"}).code, 2);
    EXPECT_EQ(fuzz({"--unknown"}).code, 2);
    const Ran ran = fuzz({"--replay", path("nothing")});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("there is no file 'pipeline.pan'"));
}

TEST_F(Fuzz, AFolderIsAllThatAReplayNeeds) {
    const Ran right = fuzz({"--replay", folder_of(random::Layer::loops, "")});
    EXPECT_EQ(right.code, 0) << right.out << right.err;
    EXPECT_THAT(right.out, HasSubstr("Nothing is wrong here"));
    const Ran wrong = fuzz({"--replay", folder_of(random::Layer::metamorphic, "no_such_relation 0")});
    EXPECT_EQ(wrong.code, 1) << wrong.out << wrong.err;
    EXPECT_THAT(wrong.out, HasSubstr("there is no relation"));
}

// In the long run that is days on two cores.
TEST_F(Fuzz, EmittedCodePassesTheSanitizers) {
    const bool is_long = test::is_long_run();
    const std::string count = is_long ? "20000" : "4", schedules = is_long ? "16" : "3";
    constexpr double kWeek = 7 * 24 * 3600;
    for (const std::string compiler : {"gcc", "clang"}) {
        const auto kind = compiler == "gcc" ? runtime::CompilerKind::gcc : runtime::CompilerKind::clang;
        if (!random::find_sanitizer(kind, runtime::from_process_environment())) continue;
        const Ran ran = fuzz({"--layer", "compiled", "--sanitize", "--compiler", compiler, "--count", count,
                              "--schedules", schedules},
                             is_long ? kWeek : 600);
        EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
        EXPECT_THAT(ran.out, HasSubstr("compiled: " + count + " pipelines tried, 0 failures."));
    }
}

}  // namespace
}  // namespace pantile::tool
