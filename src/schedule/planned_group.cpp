#include "schedule/planned_group.h"

#include <algorithm>

#include "schedule/predict_schedule.h"
#include "schedule/tile_boxes.h"

namespace pantile::schedule {

PlannedGroup plan_group(const StageGraph& graph, const Group& group, const Target& target) {
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

}  // namespace pantile::schedule
