#include "random/specimen.h"

#include <fmt/format.h>

#include "ir/traverse.h"
#include "schedule/print.h"
#include "search/naive.h"

namespace pantile::random {

Specimen make_specimen(uint64_t seed, uint64_t schedule_seed) {
    const Trial trial = make_trial(seed, kSmall);
    if (!trial.broken.empty()) return {seed, trial.pipeline, trial.sizes, search::naive(trial.pipeline)};
    ScheduleCounts counts;
    ScheduleTrial t = make_schedule_trial(trial, schedule_seed, counts);
    return {seed, std::move(t.trial.pipeline), std::move(t.trial.sizes), std::move(t.schedule)};
}

size_t count_nodes(const ir::Pipeline& pipeline) {
    size_t nodes = 0;
    for (const ir::Stage& stage : pipeline.stages) {
        ir::TreeSize size;
        ir::for_each_expr(stage, [&](const ir::Expr& e, size_t) { nodes += size(e); });
    }
    return nodes;
}

size_t count_lines(const schedule::Schedule& schedule, const ir::Pipeline& pipeline) {
    size_t lines = schedule.rewrites.size();
    for (const schedule::Group& group : schedule.groups) {
        const ir::Stage& reference = *pipeline.find_stage(group.stages.back());
        lines += 1 + schedule::loop_choices(group, reference).size();
        lines += schedule::is_tiled(group) ? 1u : 0u;
        lines += group.sliding ? 1u : 0u;
    }
    return lines;
}

std::string describe(const Specimen& s) {
    return fmt::format("{} stages, {} nodes, {} schedule lines", s.pipeline.stages.size(),
                       count_nodes(s.pipeline), count_lines(s.schedule, s.pipeline));
}

}  // namespace pantile::random
