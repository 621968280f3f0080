// Schedules that were measured: whose they are called, for which machine they are found, and what is said
// when they cannot be kept.
#include "pantile/tune.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "driver/private_cache.h"
#include "driver/target.h"
#include "driver/tuned_schedules.h"
#include "pantile/explain.h"
#include "pantile/inspect.h"

namespace pantile::test {
namespace {

std::string machine(const std::string& name) {
    std::ifstream file(PANTILE_SOURCE_DIR "/tests/machines/" + name + ".json", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class TuneSchedules : public PrivateCache {
  protected:
    // Each test has a cache of its own.
    CompileOptions options() const {
        CompileOptions out;
        out.cache_directory = place_.path() + "/cache";
        out.scheduling.budget = 0.2;
        return out;
    }
    // To find what was measured.
    CompileOptions lookup(const CompileOptions& measured) const {
        CompileOptions out = measured;
        out.schedule = "tune";
        out.scheduling.sizes = rounded_extents(output_extents(blur_, arguments_, {}).value());
        return out;
    }
    std::string file_of(const CompileOptions& options) const {
        return driver::tuned_file(blur_.ir(), driver::target_of(options).value(), options);
    }
    Tuned tuned(const CompileOptions& options) const {
        Result<Tuned> found = tune(blur_, arguments_, options);
        EXPECT_TRUE(found) << render(found.diagnostics());
        return found ? *found : Tuned{};
    }
    void expect_right(const Tuned& found) const {
        const Outputs wanted = interpret(blur_, arguments_).value();
        const Outputs got = compiled(blur_, {.schedule_json = found.schedule_json}).run(arguments_).value();
        EXPECT_TRUE(identical(got.at("by"), wanted.at("by")));
    }

    const runtime::TemporaryDirectory place_ =
        runtime::TemporaryDirectory::create("/tmp", "pantile-tune-test-").value();
    const Pipeline blur_ = program(
        "input img: f32(x, y)\nbx(x, y) = img(x, y) + img(x+1, y)\noutput by(x, y) = bx(x, y) + bx(x, "
        "y+1)\n");
    const Arguments arguments_{{{"img", counting(ScalarType::f32, {65, 33})}}, {}, 1};
};

TEST_F(TuneSchedules, WhatIsFoundIsByTune) {
    const Tuned found = tuned(options());
    EXPECT_NE(found.schedule_json.find("\"scheduler\": \"tune\""), std::string::npos) << found.schedule_json;
    EXPECT_EQ(found.origin.rfind("auto", 0), 0u) << found.origin;
    EXPECT_TRUE(found.warnings.empty()) << render(found.warnings);
    const Tuned again = tuned(options());
    EXPECT_TRUE(again.was_known);
    EXPECT_EQ(again.schedule_json, found.schedule_json);

    CompileOptions known = lookup(options());
    known.scheduling.threads = 1;
    EXPECT_EQ(schedule_file(blur_, known).value(), found.schedule_json);
    EXPECT_NE(explain(blur_, known, {}).value().find("\nschedule     tune, found by measuring\n"),
              std::string::npos);
    CompileOptions file;
    file.schedule_json = found.schedule_json;
    EXPECT_NE(explain(blur_, file, {}).value().find("\nschedule     tune, read from a file\n"),
              std::string::npos);
}

TEST_F(TuneSchedules, EachMachineFileHasSchedulesOfItsOwn) {
    CompileOptions laptop = options(), server = options();
    laptop.scheduling.machine_json = machine("laptop4");
    server.scheduling.machine_json = machine("server16");
    EXPECT_FALSE(tuned(laptop).was_known);
    EXPECT_FALSE(tuned(server).was_known);
    EXPECT_FALSE(tuned(options()).was_known);
    EXPECT_TRUE(tuned(laptop).was_known);

    CompileOptions spaced = laptop;
    spaced.scheduling.machine_json += "\n \n";
    EXPECT_EQ(file_of(spaced), file_of(laptop));
}

TEST_F(TuneSchedules, AMachineFileThatIsWrongIsSaidToBe) {
    CompileOptions wrong = options();
    wrong.scheduling.machine_json = "{";
    wrong.scheduling.machine_file = "m.json";
    EXPECT_EQ(render(tune(blur_, arguments_, wrong).diagnostics()),
              "m.json: error: the machine file is not a JSON object.\n"
              "hint: 'pantile machine --json' writes such a file.\n");
}

TEST_F(TuneSchedules, ACacheDirectoryThatCannotBeUsedIsSaidOnce) {
    std::ofstream(place_.path() + "/file") << "x";
    for (const std::string place : {"/file", "/file/missing/cache"}) {
        CompileOptions unusable = options();
        unusable.cache_directory = place_.path() + place;
        const Tuned found = tuned(unusable);
        ASSERT_EQ(found.warnings.size(), 1u) << render(found.warnings);
        const std::string said = render(found.warnings);
        EXPECT_EQ(said.rfind("warning: the cache directory '" + place_.path() + place + "' is not used: ", 0),
                  0u)
            << said;
        EXPECT_NE(said.find("note: the schedule is not remembered.\n"), std::string::npos) << said;
        expect_right(found);
    }
}

// A read-only directory is no obstacle to root, so something else stands in the way of the file.
TEST_F(TuneSchedules, AScheduleThatCannotBeWrittenIsSaidOnce) {
    const CompileOptions chosen = options();
    CompileOptions known = lookup(chosen);
    known.scheduling.threads = 1;
    std::filesystem::create_directories(chosen.cache_directory + "/" + file_of(known));
    std::filesystem::permissions(chosen.cache_directory, std::filesystem::perms::owner_all);
    const Tuned found = tuned(chosen);
    ASSERT_EQ(found.warnings.size(), 1u) << render(found.warnings);
    const std::string said = render(found.warnings);
    EXPECT_EQ(said.rfind("warning: the schedule is not remembered: ", 0), 0u) << said;
    EXPECT_NE(said.find("hint: make '" + chosen.cache_directory + "' writable, or"), std::string::npos)
        << said;
    expect_right(found);
}

TEST_F(TuneSchedules, TakesAGroupLimitAndNoCostModel) {
    CompileOptions limited = options();
    limited.scheduling.group_limit = 1;
    EXPECT_GT(tuned(limited).measured, 0);
    limited.scheduling.cost_model = "halide";
    EXPECT_EQ(
        render(tune(blur_, arguments_, limited).diagnostics()),
        "error: the scheduler 'tune' takes no cost model.\nhint: '--cost' goes with 'dp' and 'greedy'.\n");
}

}  // namespace
}  // namespace pantile::test
