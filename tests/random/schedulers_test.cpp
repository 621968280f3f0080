// Random pipelines under every scheduler: the schedule is legal, the same each time, and keeps the result.
//
// In CI all of 2,000 pipelines are scheduled; every fourth is scheduled twice and interpreted after every
// pass, and the first 24 are compiled. The long run does all of that with 40,000, 10,000 and 2,000.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "ir/print.h"
#include "long_run.h"
#include "plan/plan.h"
#include "random/check_specimen.h"
#include "schedule/file.h"
#include "search/make_schedule.h"

namespace pantile::random {
namespace {

const std::vector<std::string> kSchedulers = {"auto", "dp", "greedy", "polymage", "forma", "naive"};
constexpr size_t kParts = 4;  // that run side by side
constexpr size_t kBatch = 8;  // pipelines in one run of the C compiler

uint64_t number_from_environment(const char* name, uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

uint64_t amount(uint64_t usual, uint64_t in_long_run) {
    return number_from_environment("PANTILE_RANDOM_COUNT", test::amount(usual, in_long_run));
}

// Caches so small that tiles cut even these images.
machine::Target tiny_target() {
    machine::Machine m{.name = "tiny", .cores = 2, .vector_bytes = 16};
    m.l1 = {256, 100, 200, 1};
    m.l2 = {1024, 50, 100, 4};
    m.l3 = {4096, 20, 40, 20};
    m.memory = {0, 5, 8, 100};
    m.task = 1;
    return {m, 2};
}

machine::Target large_target() { return {machine::typical({}, 32), 4}; }

// Half of the pipelines are scheduled for the sizes that they run on, the others for pictures: a schedule is
// right for all sizes.
search::ScheduleRequest request_for(const Trial& trial, const std::string& scheduler) {
    search::ScheduleRequest request{.pipeline = trial.pipeline, .scheduler = scheduler, .budget = 0.05};
    if (trial.seed % 2 == 0) {
        request.target = large_target();
        return request;
    }
    request.target = tiny_target();
    for (const auto& [name, box] : trial.sizes.outputs) {
        const std::vector<std::string>& dims = trial.pipeline.find_stage(name)->dims;
        for (size_t d = 0; d < dims.size(); ++d)
            request.extents.emplace(dims[d], std::max<int64_t>(1, box[d].extent()));
    }
    return request;
}

std::string how_to_repeat(const Trial& trial, const std::string& scheduler) {
    return fmt::format(
        "reproduce: PANTILE_RANDOM_SEED={} build/bin/pantile_tests --gtest_filter=Schedulers.OneSeed\n"
        "scheduler {}\n{}",
        trial.seed, scheduler, ir::to_text(trial.pipeline));
}

std::optional<Trial> usable_trial(uint64_t seed) {
    Trial trial = make_trial(seed, kSmall);
    EXPECT_EQ(trial.broken, "") << reproducer(trial);
    if (!trial.broken.empty()) return std::nullopt;
    return trial;
}

// Nothing when there is no schedule that could be tried further.
std::optional<schedule::Schedule> legal_schedule(const Trial& trial, const std::string& scheduler) {
    const Result<search::ScheduleOutcome> made = search::make_schedule(request_for(trial, scheduler));
    EXPECT_TRUE(made) << render(made.diagnostics()) << how_to_repeat(trial, scheduler);
    if (!made) return std::nullopt;
    EXPECT_TRUE(made->illegal.empty()) << render(made->illegal) << how_to_repeat(trial, scheduler);
    const Diagnostics wrong = plan::check_legal(made->schedule, trial.pipeline);
    EXPECT_TRUE(wrong.empty()) << render(wrong) << how_to_repeat(trial, scheduler);
    if (!wrong.empty()) return std::nullopt;
    return made->schedule;
}

void expect_the_same_again(const Trial& trial, const schedule::Schedule& schedule,
                           const std::string& scheduler) {
    const Result<search::ScheduleOutcome> again = search::make_schedule(request_for(trial, scheduler));
    ASSERT_TRUE(again) << render(again.diagnostics()) << how_to_repeat(trial, scheduler);
    EXPECT_EQ(schedule::to_json(schedule, trial.pipeline), schedule::to_json(again->schedule, trial.pipeline))
        << how_to_repeat(trial, scheduler);
}

struct Tally {
    size_t schedules = 0, tiled = 0, sliding = 0, inlining = 0, interpreted = 0;
};

void count(const schedule::Schedule& schedule, Tally& tally) {
    const auto any = [&](auto has) {
        return std::any_of(schedule.groups.begin(), schedule.groups.end(), has);
    };
    ++tally.schedules;
    tally.tiled += any([](const schedule::Group& g) { return g.stages.size() > 1 && !g.tile.empty(); });
    tally.sliding += any([](const schedule::Group& g) { return g.sliding.has_value(); });
    tally.inlining += !schedule.rewrites.empty();
}

enum class Thoroughness { legality, all };

void check_seed(uint64_t seed, Thoroughness thoroughness, Tally& tally) {
    const std::optional<Trial> trial = usable_trial(seed);
    for (const std::string& scheduler : kSchedulers) {
        if (!trial) return;
        const std::optional<schedule::Schedule> made = legal_schedule(*trial, scheduler);
        if (!made) continue;
        count(*made, tally);
        if (thoroughness == Thoroughness::legality) continue;
        expect_the_same_again(*trial, *made, scheduler);
        ScheduleCounts counts;
        EXPECT_EQ(check_passes({*trial, 0, *made}, counts), "")
            << how_to_repeat(*trial, scheduler) << schedule::to_json(*made, trial->pipeline);
        ++tally.interpreted;
    }
}

void check_part(size_t part) {
    const uint64_t all = amount(2000, 40000), start = number_from_environment("PANTILE_RANDOM_FIRST", 0);
    Tally tally;
    for (uint64_t seed = start + part * all / kParts; seed < start + (part + 1) * all / kParts; ++seed)
        check_seed(seed, seed % 8 < 2 ? Thoroughness::all : Thoroughness::legality, tally);
    std::printf(
        "%zu schedules: %zu with tiles of several stages, %zu sliding, %zu inlining, %zu interpreted\n",
        tally.schedules, tally.tiled, tally.sliding, tally.inlining, tally.interpreted);
    EXPECT_GT(tally.tiled * 20, tally.schedules) << "the schedules should not all be simple";
}

TEST(Schedulers, SchedulesAreLegalDeterministicAndRight1) { check_part(0); }
TEST(Schedulers, SchedulesAreLegalDeterministicAndRight2) { check_part(1); }
TEST(Schedulers, SchedulesAreLegalDeterministicAndRight3) { check_part(2); }
TEST(Schedulers, SchedulesAreLegalDeterministicAndRight4) { check_part(3); }

void add_trials(const Trial& trial, std::vector<ScheduleTrial>& trials) {
    for (const std::string& scheduler : kSchedulers) {
        // The pipeline is named after its schedule, so that all fit into one shared object.
        Trial named = trial;
        named.pipeline.name += "_" + scheduler;
        const std::optional<schedule::Schedule> made = legal_schedule(named, scheduler);
        if (made) trials.push_back({std::move(named), 0, *made});
    }
}

void check_batch(std::vector<ScheduleTrial>& trials, const BatchOptions& options) {
    const std::vector<std::string> wrong = check_compiled_batch(trials, options);
    for (size_t i = 0; i < trials.size(); ++i)
        EXPECT_EQ(wrong[i], "") << describe(options) << "\n"
                                << how_to_repeat(trials[i].trial, trials[i].schedule.name);
}

constexpr BatchOptions kOptions[] = {
    {runtime::CompilerKind::gcc, Optimisation::quick, Threads::openmp},
    {runtime::CompilerKind::clang, Optimisation::quick, Threads::openmp},
};

void compile_part(size_t part) {
    const uint64_t all = amount(24, 2000);
    size_t batch = part;
    for (uint64_t seed = part * all / 2; seed < (part + 1) * all / 2; ++batch) {
        std::vector<ScheduleTrial> trials;
        for (size_t i = 0; i < kBatch && seed < (part + 1) * all / 2; ++i, ++seed) {
            if (const std::optional<Trial> trial = usable_trial(seed)) add_trials(*trial, trials);
        }
        check_batch(trials, kOptions[batch % std::size(kOptions)]);
    }
}

TEST(Schedulers, CompiledSchedulesAgreeWithTheInterpreter1) { compile_part(0); }
TEST(Schedulers, CompiledSchedulesAgreeWithTheInterpreter2) { compile_part(1); }

TEST(Schedulers, OneSeed) {
    if (!std::getenv("PANTILE_RANDOM_SEED"))
        GTEST_SKIP() << "PANTILE_RANDOM_SEED says which pipeline to try.";
    const uint64_t seed = number_from_environment("PANTILE_RANDOM_SEED", 0);
    Tally tally;
    check_seed(seed, Thoroughness::all, tally);
    std::vector<ScheduleTrial> trials;
    if (const std::optional<Trial> trial = usable_trial(seed)) add_trials(*trial, trials);
    for (const BatchOptions& options : kOptions) check_batch(trials, options);
}

}  // namespace
}  // namespace pantile::random
