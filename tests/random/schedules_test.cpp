// Random pipelines under random schedules: whatever the schedule, the result is the interpreter's, to the
// last bit, after every pass and compiled.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "long_run.h"
#include "plan/plan.h"
#include "random/break_schedule.h"
#include "random/check_specimen.h"

namespace pantile::random {
namespace {

// The parts run side by side.
constexpr size_t kParts = 4;
constexpr size_t kBatch = 24;  // pipelines in one run of each C compiler

uint64_t number_from_environment(const char* name, uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

struct Amount {
    size_t pipelines;
    size_t schedules;  // of each
};

Amount amount(const Amount& usual, const Amount& in_long_run) {
    const Amount n = test::is_long_run() ? in_long_run : usual;
    return {number_from_environment("PANTILE_RANDOM_COUNT", n.pipelines),
            number_from_environment("PANTILE_SCHEDULE_COUNT", n.schedules)};
}

struct Seeds {
    uint64_t first, end;
};
Seeds seeds_of(size_t part, size_t count) {
    const uint64_t start = number_from_environment("PANTILE_RANDOM_FIRST", 0);
    return {start + part * count / kParts, start + (part + 1) * count / kParts};
}

// Trials that cannot be made are failures; their pipelines are left out.
std::optional<Trial> usable_trial(uint64_t seed) {
    Trial trial = make_trial(seed, kSmall);
    EXPECT_EQ(trial.broken, "") << reproducer(trial);
    if (!trial.broken.empty()) return std::nullopt;
    return trial;
}

void interpret_part(size_t part) {
    const Amount n = amount({2000, 4}, {200000, 8});
    const Seeds seeds = seeds_of(part, n.pipelines);
    ScheduleCounts counts;
    for (uint64_t seed = seeds.first; seed < seeds.end; ++seed) {
        const std::optional<Trial> trial = usable_trial(seed);
        for (uint64_t k = 0; trial && k < n.schedules; ++k) {
            const ScheduleTrial t = make_schedule_trial(*trial, k, counts);
            EXPECT_EQ(check_passes(t, counts), "") << reproducer(t, Layer::loops);
        }
    }
    std::printf("%s", to_text(counts).c_str());
    EXPECT_LE(counts.too_long * 20, counts.legal) << "too many of the schedules take too long";
    for (const std::string& decision : known_decisions())
        EXPECT_GT(counts.with[decision] * 500, counts.legal) << decision << " is hardly tried";
}

TEST(Schedules, EveryPassKeepsTheResult1) { interpret_part(0); }
TEST(Schedules, EveryPassKeepsTheResult2) { interpret_part(1); }
TEST(Schedules, EveryPassKeepsTheResult3) { interpret_part(2); }
TEST(Schedules, EveryPassKeepsTheResult4) { interpret_part(3); }

void check_batch(std::vector<ScheduleTrial>& trials, const BatchOptions& options) {
    const std::vector<std::string> wrong = check_compiled_batch(trials, options);
    for (size_t i = 0; i < trials.size(); ++i)
        EXPECT_EQ(wrong[i], "") << describe(options) << "\n" << reproducer(trials[i], Layer::compiled);
}

// One half of the schedules of a pipeline is compiled in one way, the other half in another, so that both
// compilers see every pipeline; in the long run, both compile all schedules. Compilers take twice as long
// when they optimise: in the usual run, a quarter does.
struct TwoWays {
    BatchOptions even, odd;  // by the number of the schedule
};
std::vector<TwoWays> ways() {
    using enum runtime::CompilerKind;
    const Optimisation other = test::is_long_run() ? Optimisation::quick : Optimisation::none;
    return {
        {{gcc, Optimisation::quick, Threads::openmp}, {clang, other, Threads::openmp}},
        {{gcc, other, Threads::none}, {clang, other, Threads::openmp}},
        {{clang, other, Threads::openmp}, {gcc, other, Threads::none}},
        {{clang, Optimisation::quick, Threads::openmp}, {gcc, other, Threads::openmp}},
    };
}

void compile_part(size_t part) {
    const Amount n = amount({300, 8}, {20000, 16});
    const Seeds seeds = seeds_of(part, n.pipelines);
    ScheduleCounts counts;
    const std::vector<TwoWays> all_ways = ways();
    size_t batch = part;
    for (uint64_t seed = seeds.first; seed < seeds.end; ++batch) {
        std::vector<ScheduleTrial> even, odd;
        for (size_t i = 0; i < kBatch && seed < seeds.end; ++i, ++seed) {
            const std::optional<Trial> trial = usable_trial(seed);
            for (uint64_t k = 0; trial && k < n.schedules; ++k)
                (k % 2 == 0 ? even : odd).push_back(make_schedule_trial(*trial, k, counts));
        }
        const TwoWays& both = all_ways[batch % all_ways.size()];
        check_batch(even, both.even);
        check_batch(odd, both.odd);
        if (!test::is_long_run()) continue;
        check_batch(even, both.odd);
        check_batch(odd, both.even);
    }
}

TEST(Schedules, CompiledSchedulesAgreeWithTheInterpreter1) { compile_part(0); }
TEST(Schedules, CompiledSchedulesAgreeWithTheInterpreter2) { compile_part(1); }
TEST(Schedules, CompiledSchedulesAgreeWithTheInterpreter3) { compile_part(2); }
TEST(Schedules, CompiledSchedulesAgreeWithTheInterpreter4) { compile_part(3); }

TEST(Schedules, EveryMistakeIsRefusedWithAReason) {
    ScheduleCounts counts;
    for (uint64_t seed = 0; seed < 100; ++seed) {
        const std::optional<Trial> trial = usable_trial(seed);
        if (!trial) continue;
        const ScheduleTrial t = make_schedule_trial(*trial, 0, counts);
        Random random(seed);
        for (const BrokenSchedule& broken : break_schedule(random, t.schedule, t.trial.pipeline)) {
            const Diagnostics reasons = plan::check_legal(broken.schedule, t.trial.pipeline);
            ASSERT_FALSE(reasons.empty()) << broken.mistake << ", but nobody says so\n"
                                          << reproducer(t, Layer::loops);
            EXPECT_NE(reasons[0].message, "") << broken.mistake;
        }
    }
}

}  // namespace
}  // namespace pantile::random
