#include "search/predict_schedule.h"

#include "cost/planned_group.h"

namespace pantile::search {

using namespace cost;
using namespace schedule;

std::optional<std::vector<Prediction>> predict(const Schedule& schedule, const ir::Pipeline& pipeline,
                                               const std::map<std::string, int64_t>& extents,
                                               const machine::Target& target) {
    const Result<Prepared> prepared = prepare(pipeline, schedule.rewrites, extents, target);
    if (!prepared) return std::nullopt;
    std::vector<Prediction> all;
    for (const Group& group : schedule.groups)
        all.push_back(plan_group(prepared->graph, group, target).prediction);
    return all;
}

std::optional<double> predicted_time(const Schedule& schedule, const ir::Pipeline& pipeline,
                                     const std::map<std::string, int64_t>& extents,
                                     const machine::Target& target) {
    const auto groups = predict(schedule, pipeline, extents, target);
    if (!groups) return std::nullopt;
    double all = 0;
    for (const Prediction& g : *groups) all += g.time;
    return all;
}

}  // namespace pantile::search
