// Schedules that differ from given ones: what 'tune' measures, and what predictions are held against.
#pragma once

#include "search/make_schedule.h"

namespace pantile::search {

// Legal schedules, all different from each other and from 'known', made by random changes to tiles, walks,
// groups and inlining; the same ones every time. May be fewer than asked for.
std::vector<schedule::Schedule> random_variations(const ScheduleRequest& request,
                                                  const std::vector<schedule::Schedule>& known, size_t count);

// Legal schedules one step away from 'from': a tile size doubled or halved, a walk begun or ended, other
// register blocks of rows.
std::vector<schedule::Schedule> neighbours(const ScheduleRequest& request, const schedule::Schedule& from);

}  // namespace pantile::search
