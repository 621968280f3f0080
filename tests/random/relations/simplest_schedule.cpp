#include "random/relations/relations.h"
#include "random/schedule_trial.h"
#include "search/naive.h"

namespace pantile::random {

std::optional<Trial> simplest_schedule(const Trial& trial, Random&) {
    const schedule::Schedule naive = search::naive(trial.pipeline);
    const auto loops =
        driver::run_passes({trial.pipeline, trial.compilation.regions, trial.compilation.limits, naive},
                           driver::vector_unit(target_of(trial)), [](const char*, const ir::Loops&) {});
    Trial other = trial;
    if (!loops) {
        other.broken = loops.diagnostics()[0].message;
        return other;
    }
    LoopsRun run = run_loops(trial, *loops, interp::ParallelOrder::forward);
    if (run.refused) other.broken = "refuses its arguments: " + *run.refused;
    other.expected = std::move(run.outputs);
    return other;
}

}  // namespace pantile::random
