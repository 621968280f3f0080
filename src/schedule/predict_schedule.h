// What our model predicts for a whole schedule, whoever made it.
#pragma once

#include "schedule/make_schedule.h"

namespace pantile::schedule {

// The plan that a group of a schedule follows.
TilePlan plan_of(const Group& group, const StageGraph& graph);

// For each group; nothing when the pipeline has no regions with these stages inlined.
std::optional<std::vector<Prediction>> predict(const Schedule& schedule, const ir::Pipeline& pipeline,
                                               const std::map<std::string, int64_t>& extents,
                                               const Target& target);

// ns of all groups together.
std::optional<double> predicted_time(const Schedule& schedule, const ir::Pipeline& pipeline,
                                     const std::map<std::string, int64_t>& extents, const Target& target);

}  // namespace pantile::schedule
