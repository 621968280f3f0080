// What our model predicts for a whole schedule, whoever made it.
#pragma once

#include "search/make_schedule.h"

namespace pantile::search {

// For each group; nothing when the pipeline has no regions with these stages inlined.
std::optional<std::vector<cost::Prediction>> predict(const schedule::Schedule& schedule,
                                                     const ir::Pipeline& pipeline,
                                                     const std::map<std::string, int64_t>& extents,
                                                     const machine::Target& target);

// ns of all groups together.
std::optional<double> predicted_time(const schedule::Schedule& schedule, const ir::Pipeline& pipeline,
                                     const std::map<std::string, int64_t>& extents,
                                     const machine::Target& target);

}  // namespace pantile::search
