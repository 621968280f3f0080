// A schedule for a pipeline that was made from another one by leaving things out.
#pragma once

#include <optional>

#include "schedule/schedule.h"

namespace pantile::random {

// Says the same about what is still there. Nothing when no part of it is legal.
std::optional<schedule::Schedule> follow_schedule(const schedule::Schedule& schedule,
                                                  const ir::Pipeline& before, const ir::Pipeline& now);

}  // namespace pantile::random
