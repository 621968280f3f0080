#include "random/relations/relations.h"
#include "random/schedule_trial.h"
#include "search/naive.h"

namespace pantile::random {

std::optional<Trial> simplest_schedule(const Trial& trial, Random&) {
    const schedule::Schedule naive = search::naive(trial.pipeline);
    const Result<plan::Plan> plan = plan::make_plan(trial.pipeline, naive, code_for(trial));
    Trial other = trial;
    if (!plan) {
        other.broken = plan.diagnostics()[0].message;
        return other;
    }
    const ir::Loops loops = driver::run_passes(*plan, [](const char*, const ir::Loops&) {});
    LoopsRun run = run_loops(trial, loops, interp::ParallelOrder::forward);
    if (run.refused) other.broken = "refuses its arguments: " + *run.refused;
    other.expected = std::move(run.outputs);
    return other;
}

}  // namespace pantile::random
