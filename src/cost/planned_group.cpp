#include "cost/planned_group.h"

#include <algorithm>

#include "plan/tile_boxes.h"

namespace pantile::cost {

using namespace plan;
using namespace schedule;

namespace {

// The decisions of a group of a schedule.
TilePlan plan_of(const Group& group, const StageGraph& graph) {
    TilePlan plan = {group.tile,  group.sliding,   group.parallel_dims,
                     group.order, group.registers, !group.reduction_tiles.empty() && !group.sliding};
    for (size_t s = 0; s < graph.stages.size(); ++s) {
        if (std::count(group.streamed.begin(), group.streamed.end(), graph.stages[s].name) > 0)
            plan.streamed.push_back(s);
    }
    return plan;
}

}  // namespace

PlannedGroup plan_group(const StageGraph& graph, const Group& group, const machine::Target& target) {
    PlannedGroup out{.stages = graph.none(), .frame = {}, .plan = plan_of(group, graph), .prediction = {}};
    for (size_t s = 0; s < graph.stages.size(); ++s) {
        const auto& names = group.stages;
        if (std::find(names.begin(), names.end(), graph.stages[s].name) != names.end()) out.stages.insert(s);
    }
    out.frame = frame_group(graph, out.stages, group.stages.back());
    // What a schedule leaves unsaid: several stages without sizes are one tile, and a rectangle walks.
    if (out.plan.tile.empty() && is_tiled(group)) out.plan.tile.assign(out.frame.reference().dims.size(), 0);
    out.plan.sliding = walk_of(group);
    out.prediction = predict(graph, out.frame, out.plan, target);
    return out;
}

}  // namespace pantile::cost
