// Schedulers from the command line: the same bytes from every process, and options that are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interp/images.h"
#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Schedulers : public Tool {
  protected:
    static std::string machine(const std::string& name) {
        return PANTILE_SOURCE_DIR "/tests/machines/" + name + ".json";
    }
};

// Addresses differ from process to process, and so do the seeds of hash tables that use them.
TEST_F(Schedulers, EveryProcessWritesTheSameSchedule) {
    for (const std::string name : {"blur", "unsharp", "harris", "harris_view"}) {
        for (const std::string scheduler : {"auto", "dp", "greedy", "polymage", "forma", "naive"}) {
            const std::vector<std::string> command = {"schedule", app(name),   "--schedule",
                                                      scheduler,  "--machine", machine("server16")};
            const Ran first = run(command), second = run(command);
            EXPECT_EQ(first.code, 0) << first.err;
            EXPECT_THAT(first.out, HasSubstr("\"scheduler\": \"" + scheduler + "\""));
            EXPECT_EQ(first.out, second.out) << name << ", " << scheduler;
        }
    }
}

TEST_F(Schedulers, PinsAreFilledInAndTheResultCanBeUsed) {
    const std::string pins = write("pins.json",
                                   "{\"scheduler\": \"dp\", \"pins\": {\"never_inline\": [\"Ixx\"], "
                                   "\"tile\": {\"harris\": {\"x\": 128, \"y\": 24}}}}");
    Ran ran = run(
        {"schedule", app("harris"), "--schedule", pins, "--machine", machine("laptop4"), "-o", "full.json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::string full = contents_of(path("full.json"));
    EXPECT_THAT(full, HasSubstr("\"x\": 128"));
    EXPECT_THAT(full, HasSubstr("\"y\": 24"));
    ran = run({"schedule", app("harris"), "--schedule", "full.json"});
    EXPECT_EQ(ran.out, full) << ran.err;
}

TEST_F(Schedulers, PinsThatCannotHoldAreRefusedWithTheFile) {
    const std::string pins = write("pins.json", "{\"pins\": {\"inline\": [\"harris\"]}}");
    const Ran ran = run({"schedule", app("harris"), "--schedule", pins});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("pins.json: error: the schedule inlines what cannot be inlined"));
}

TEST_F(Schedulers, ACostModelGoesWithTwoOfThem) {
    for (const std::string model : {"polymage", "halide", "pantile"})
        EXPECT_EQ(run({"schedule", app("blur"), "--schedule", "dp", "--cost", model}).code, 0);
    const Ran ran = run({"schedule", app("blur"), "--schedule", "forma", "--cost", "halide"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("the scheduler 'forma' takes no cost model.\nhint: '--cost' goes with"));
}

TEST_F(Schedulers, AGroupLimitGoesWithTheDynamicProgram) {
    for (const std::string scheduler : {"auto", "dp"})
        EXPECT_EQ(run({"schedule", app("blur"), "--schedule", scheduler, "--group-limit", "2"}).code, 0);
    const Ran ran = run({"schedule", app("blur"), "--schedule", "greedy", "--group-limit", "32"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err,
                HasSubstr("the scheduler 'greedy' takes no group limit.\nhint: '--group-limit' goes"));
}

TEST_F(Schedulers, AWholeScheduleTakesNoOptionsOfSchedulers) {
    EXPECT_EQ(run({"schedule", app("blur"), "--schedule", "naive", "-o", "naive.json"}).code, 0);
    Ran ran = run({"emit", app("blur"), "--schedule", "naive.json", "--group-limit", "4", "-o", "c"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("a schedule from a file takes no group limit."));
    ran = run({"emit", app("blur"), "--schedule", "naive.json", "--cost", "halide", "-o", "c"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("a schedule from a file takes no cost model."));
}

TEST_F(Schedulers, TuneSaysOnceThatThereIsNoCache) {
    write("cache", "a file in its place");
    write_image("in.npy", test::counting(ScalarType::u8, {40, 30, 3}));
    const std::vector<std::string> command = {"run", app("blur"), "--input", "img=in.npy", "--output"};
    const auto with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all = command;
        all.insert(all.end(), more.begin(), more.end());
        return run(all);
    };
    const Ran ran = with({"a.npy", "--schedule", "tune", "--budget", "0.1", "--save-schedule", "s.json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err,
                StartsWith("warning: the cache directory '" + path("cache/pantile") + "' is not used"));
    EXPECT_EQ(ran.err.find("warning", 1), std::string::npos) << ran.err;
    EXPECT_THAT(contents_of(path("s.json")), HasSubstr("\"scheduler\": \"tune\""));
    EXPECT_EQ(with({"b.npy", "--interpret"}).code, 0);
    EXPECT_NE(contents_of(path("a.npy")), "");
    EXPECT_EQ(contents_of(path("a.npy")), contents_of(path("b.npy")));
}

}  // namespace
}  // namespace pantile::tool
