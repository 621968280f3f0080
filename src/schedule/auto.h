// 'auto', the default: the dynamic program with our own cost model, over several ways to inline.
#pragma once

#include "schedule/make_schedule.h"

namespace pantile::schedule {

Result<ScheduleOutcome> schedule_automatically(const ScheduleRequest& request);

// How much may be tried within the request's budget.
Effort effort_of(const ScheduleRequest& request);

// Single stages, and what pins hold together.
std::vector<StageSet> start_groups(const StageGraph& graph, const Pins& pins);

}  // namespace pantile::schedule
