// Schedules with one deliberate mistake each.
#pragma once

#include <string>
#include <vector>

#include "ir/pipeline.h"
#include "random/random.h"
#include "schedule/schedule.h"

namespace pantile::random {

struct BrokenSchedule {
    std::string mistake;  // 'a stage is missing'
    schedule::Schedule schedule;
};

// Every mistake that can be made with this pipeline, in a copy of a legal schedule for it.
std::vector<BrokenSchedule> break_schedule(Random& random, const schedule::Schedule& legal,
                                           const ir::Pipeline& pipeline);

}  // namespace pantile::random
