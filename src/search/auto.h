// 'auto', the default: the dynamic program with our own cost model, over several ways to inline.
#pragma once

#include "search/make_schedule.h"

namespace pantile::search {

Result<FoundSchedule> schedule_automatically(const ScheduleRequest& request);

// How much may be tried within the request's budget.
Effort effort_of(const ScheduleRequest& request);

// Single stages, and what pins hold together.
std::vector<cost::StageSet> start_groups(const cost::StageGraph& graph, const schedule::Pins& pins);

}  // namespace pantile::search
