#include "schedule/predict_schedule.h"

#include <algorithm>

namespace pantile::schedule {

TilePlan plan_of(const Group& group, const StageGraph& graph) {
    TilePlan plan = {group.tile,  group.sliding,   group.parallel_dims,
                     group.order, group.registers, !group.reduction_tiles.empty() && !group.sliding};
    for (size_t s = 0; s < graph.stages.size(); ++s) {
        if (std::count(group.streamed.begin(), group.streamed.end(), graph.stages[s].name) > 0)
            plan.streamed.push_back(s);
    }
    return plan;
}

std::optional<std::vector<Prediction>> predict(const Schedule& schedule, const ir::Pipeline& pipeline,
                                               const std::map<std::string, int64_t>& extents,
                                               const Target& target) {
    Inlining inlined;
    for (const std::string& name : schedule.inlined) inlined[name] = "";
    const Result<Prepared> prepared = prepare(pipeline, inlined, extents, target);
    if (!prepared) return std::nullopt;
    const StageGraph& graph = prepared->graph;
    std::vector<Prediction> all;
    for (const Group& group : schedule.groups) {
        StageSet set = graph.none();
        for (size_t s = 0; s < graph.stages.size(); ++s) {
            if (std::find(group.stages.begin(), group.stages.end(), graph.stages[s].name) !=
                group.stages.end())
                set.insert(s);
        }
        const GroupFrame frame = frame_group(graph, set, group.stages.back());
        all.push_back(predict(graph, frame, plan_of(group, graph), target));
    }
    return all;
}

std::optional<double> predicted_time(const Schedule& schedule, const ir::Pipeline& pipeline,
                                     const std::map<std::string, int64_t>& extents, const Target& target) {
    const auto groups = predict(schedule, pipeline, extents, target);
    if (!groups) return std::nullopt;
    double all = 0;
    for (const Prediction& g : *groups) all += g.time;
    return all;
}

}  // namespace pantile::schedule
