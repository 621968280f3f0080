// Random pipelines, scheduled for caches so small that tiles cut even their images, under the thread
// sanitizer and the address and undefined-behaviour sanitizers.
#include "emit/sanitized_program.h"

#include <gtest/gtest.h>

#include "long_run.h"
#include "machine/machine.h"
#include "random/trial.h"

namespace pantile::emit {
namespace {

std::string tiny_machine() {
    machine::Machine m{.name = "tiny", .cores = 4, .vector_bytes = 16};
    m.l1 = {1024, 100, 200, 1};
    m.l2 = {1024, 50, 100, 4};
    m.l3 = {4096, 20, 40, 20};
    m.memory = {0, 5, 8, 100};
    m.task = 1;
    return machine::to_json(m);
}

void expect_clean(uint64_t first, size_t count, Sanitizer sanitizer) {
    const std::vector<std::string> compilers = sanitizing_compilers();
    ASSERT_FALSE(compilers.empty());
    size_t tried = 0;
    for (uint64_t seed = first; tried < count; ++seed) {
        const random::Trial trial = random::make_trial(seed);
        if (!trial.broken.empty() || !trial.refused.empty()) continue;
        const CompileOptions options{
            .scheduling = {.budget = 0.05, .machine_json = tiny_machine(), .machine_file = "tiny"}};
        const SanitizedBuild build{compilers[tried % compilers.size()], sanitizer};
        EXPECT_EQ(
            problem_of({trial.pipeline, options, trial.inputs, trial.sizes.params, trial.expected}, build),
            "")
            << "seed " << seed << " by " << build.compiler << "\n"
            << random::reproducer(trial);
        ++tried;
    }
}

TEST(SanitizedProgram, RandomPipelinesHaveNoRaces) {
    expect_clean(1, test::amount(4, 400), Sanitizer::thread);
}

TEST(SanitizedProgram, RandomPipelinesStayInsideTheirBlocks) {
    expect_clean(5000, test::amount(2, 400), Sanitizer::address_and_undefined);
}

}  // namespace
}  // namespace pantile::emit
