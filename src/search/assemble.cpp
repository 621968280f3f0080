#include <algorithm>

#include "plan/check_group.h"
#include "search/make_schedule.h"
#include "search/share_loops.h"
#include "search/tile_reductions.h"

namespace pantile::search {

using namespace cost;
using namespace schedule;

namespace {

Group group_of(const StageGraph& graph, const StageSet& stages, const TilePlan& plan) {
    const GroupFrame frame = frame_group(graph, stages);
    Group out;
    for (const FrameStage& s : frame.stages) out.stages.push_back(graph.stages[s.stage].name);
    out.tile = plan.tile;
    out.sliding = plan.sliding;
    out.order = plan.order;
    out.parallel_dims = plan.parallel;
    out.registers = plan.registers;
    if (!frame.reference().dims.empty()) out.vector_dim = 0;
    for (const size_t s : plan.streamed) out.streamed.push_back(graph.stages[s].name);
    return out;
}

}  // namespace

Schedule assemble(const ScheduleRequest& request, const Prepared& prepared, const Grouping& grouping,
                  const rewrite::Rewrites& rewrites, Judge& judge) {
    Schedule out{request.scheduler, hash_of(request.pipeline), {}, rewrites};
    for (const StageSet& stages : grouping.groups) {
        Group group = group_of(prepared.graph, stages, judge(stages).plan);
        share_loops(prepared, group);
        tile_reductions(prepared, request.target, group);
        out.groups.push_back(std::move(group));
    }
    return out;
}

}  // namespace pantile::search
