// Random pipelines: what is compiled equals what is interpreted, to the last bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "emit/emit_c.h"
#include "ir/print.h"
#include "long_run.h"
#include "random/batch.h"
#include "random/check.h"

namespace pantile::random {
namespace {

constexpr size_t kParts = 6;
constexpr size_t kBatch = 25;

uint64_t number_from_environment(const char* name, uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

// How many pipelines all parts try together.
size_t pipeline_count() {
    if (const size_t count = number_from_environment("PANTILE_RANDOM_COUNT", 0)) return count;
    return test::amount(120, 20000);
}

constexpr BatchOptions kOptions[] = {
    {runtime::CompilerKind::gcc, Optimisation::quick, Threads::openmp},
    {runtime::CompilerKind::clang, Optimisation::quick, Threads::openmp},
    {runtime::CompilerKind::gcc, Optimisation::full, Threads::none},
    {runtime::CompilerKind::clang, Optimisation::full, Threads::openmp},
    {runtime::CompilerKind::gcc, Optimisation::full, Threads::openmp},
    {runtime::CompilerKind::clang, Optimisation::quick, Threads::none},
    {runtime::CompilerKind::gcc, Optimisation::checked, Threads::none},
};

void check_batch(const std::vector<Trial>& trials, const BatchOptions& options) {
    std::vector<NamedSource> sources;
    for (const Trial& trial : trials)
        sources.push_back({trial.pipeline.name, emit::single_file(trial.compilation.files)});
    const std::vector<Built> built = build_batch(sources, options);
    for (size_t i = 0; i < trials.size(); ++i) {
        const std::string wrong = check_built(trials[i], built[i]);
        EXPECT_EQ(wrong, "") << describe(options) << "\n" << reproducer(trials[i]);
    }
}

void check_part(size_t part) {
    const size_t count = pipeline_count(), start = number_from_environment("PANTILE_RANDOM_FIRST", 0);
    const size_t first = start + part * count / kParts, end = start + (part + 1) * count / kParts;
    size_t refused = 0;
    for (size_t seed = first, batch = part; seed < end; ++batch) {
        std::vector<Trial> trials;
        for (; seed < end && trials.size() < kBatch; ++seed) {
            Trial trial = make_trial(seed);
            compile_naively(trial);
            EXPECT_EQ(trial.broken, "") << reproducer(trial);
            refused += trial.refused.empty() ? 0u : 1u;
            if (trial.broken.empty()) trials.push_back(std::move(trial));
        }
        check_batch(trials, kOptions[batch % std::size(kOptions)]);
    }
    EXPECT_LE(refused * 10, end - first) << "too many of the random sizes are refused";
}

TEST(Random, CompiledPipelinesAgreeWithTheInterpreter1) { check_part(0); }
TEST(Random, CompiledPipelinesAgreeWithTheInterpreter2) { check_part(1); }
TEST(Random, CompiledPipelinesAgreeWithTheInterpreter3) { check_part(2); }
TEST(Random, CompiledPipelinesAgreeWithTheInterpreter4) { check_part(3); }
TEST(Random, CompiledPipelinesAgreeWithTheInterpreter5) { check_part(4); }
TEST(Random, CompiledPipelinesAgreeWithTheInterpreter6) { check_part(5); }

// The seed stands in the environment: 'PANTILE_RANDOM_SEED=123'. Runs it under every compiler and setting.
TEST(Random, OneSeed) {
    const char* const seed = std::getenv("PANTILE_RANDOM_SEED");
    if (!seed) GTEST_SKIP() << "PANTILE_RANDOM_SEED says which pipeline to try.";
    std::vector<Trial> trials;
    trials.push_back(make_trial(std::strtoull(seed, nullptr, 10)));
    compile_naively(trials[0]);
    ASSERT_EQ(trials[0].broken, "") << reproducer(trials[0]);
    for (const BatchOptions& options : kOptions) check_batch(trials, options);
}

}  // namespace
}  // namespace pantile::random
