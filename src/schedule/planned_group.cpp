#include "schedule/planned_group.h"

#include <algorithm>
#include <cmath>

#include "schedule/tile_boxes.h"

namespace pantile::schedule {

namespace {

TilePlan as_written(const Group& group, size_t rank) {
    TilePlan plan{.tile = group.tile, .sliding = walk_of(group), .parallel = group.parallel_dims};
    if (plan.tile.empty() && is_tiled(group)) plan.tile.assign(rank, 0);
    return plan;
}

int64_t in_other_scale(int64_t points, double scale) {
    return std::max<int64_t>(1, std::llround(static_cast<double>(points) / std::max(scale, 1e-6)));
}

// A schedule may end a group with any stage that no other one of it reads; frames end with the largest such
// stage. Both are cut by the same tiles, so sizes go from one to the other by their scale.
TilePlan for_reference(const FrameStage& written, const TilePlan& plan, size_t rank) {
    TilePlan out{.tile = TileSizes(plan.tile.empty() ? 0 : rank, 0), .sliding = {}, .parallel = {}};
    for (size_t d = 0; d < written.dims.size(); ++d) {
        const FrameDim& dim = written.dims[d];
        if (!dim.dim) continue;
        if (!plan.tile.empty() && plan.tile[d] > 0)
            out.tile[*dim.dim] = in_other_scale(plan.tile[d], dim.scale);
        if (plan.sliding && plan.sliding->dim == d)
            out.sliding = Sliding{*dim.dim, in_other_scale(plan.sliding->rows, dim.scale)};
        if (std::find(plan.parallel.begin(), plan.parallel.end(), d) != plan.parallel.end())
            out.parallel.push_back(*dim.dim);
    }
    return out;
}

}  // namespace

PlannedGroup plan_of(const StageGraph& graph, const Group& group, const Target& target) {
    PlannedGroup out{.stages = graph.none(), .plan = {}, .prediction = {}};
    for (size_t s = 0; s < graph.stages.size(); ++s) {
        const auto& names = group.stages;
        if (std::find(names.begin(), names.end(), graph.stages[s].name) != names.end()) out.stages.insert(s);
    }
    const GroupFrame frame = frame_group(graph, out.stages);
    const auto last = std::find_if(frame.stages.begin(), frame.stages.end(), [&](const FrameStage& s) {
        return graph.stages[s.stage].name == group.stages.back();
    });
    out.plan = as_written(group, last->dims.size());
    if (&*last != &frame.reference())
        out.plan = for_reference(*last, out.plan, frame.reference().dims.size());
    out.prediction = predict(graph, frame, out.plan, target);
    return out;
}

}  // namespace pantile::schedule
