// Schedulers from the command line: the same bytes from every process, and options that are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

using testing::HasSubstr;

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
    EXPECT_THAT(ran.err, HasSubstr("pins.json: error: not everything can be inlined"));
}

TEST_F(Schedulers, ACostModelGoesWithTwoOfThem) {
    for (const std::string model : {"polymage", "halide", "pantile"})
        EXPECT_EQ(run({"schedule", app("blur"), "--schedule", "dp", "--cost", model}).code, 0);
    const Ran ran = run({"schedule", app("blur"), "--schedule", "forma", "--cost", "halide"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("the scheduler 'forma' takes no cost model.\nhint: '--cost' goes with"));
}

}  // namespace
}  // namespace pantile::tool
