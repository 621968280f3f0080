// One thing that is tried, with all that it depends on: what a failure is written as, and what is made
// smaller.
#pragma once

#include "random/schedule_trial.h"

namespace pantile::random {

struct Specimen {
    uint64_t seed = 0;  // of the images and of how they lie in memory
    ir::Pipeline pipeline;
    analysis::Sizes sizes;
    schedule::Schedule schedule;
};

// The specimen of a random pipeline and one of its schedules; of a trial that is broken, without a schedule.
Specimen make_specimen(uint64_t seed, uint64_t schedule_seed);

// How large it is, for people and for the shrinker.
size_t count_nodes(const ir::Pipeline& pipeline);
// The lines of a schedule: what is inlined, each group, and each choice that is made for a group.
size_t count_lines(const schedule::Schedule& schedule, const ir::Pipeline& pipeline);
std::string describe(const Specimen& specimen);

}  // namespace pantile::random
