// Schedules that differ from given ones: what 'tune' measures, and what predictions are held against.
#pragma once

#include "schedule/make_schedule.h"

namespace pantile::schedule {

// Legal schedules, all different from each other and from 'known', made by random changes to tiles, walks,
// groups and inlining; the same ones every time. May be fewer than asked for.
std::vector<Schedule> random_variations(const ScheduleRequest& request, const std::vector<Schedule>& known,
                                        size_t count);

// Legal schedules one step away from 'from': a tile size doubled or halved, a walk begun or ended, other
// blocks of rows in registers.
std::vector<Schedule> neighbours(const ScheduleRequest& request, const Schedule& from);

}  // namespace pantile::schedule
