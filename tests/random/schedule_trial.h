// A random pipeline with a random schedule, and whether what becomes of it is right.
#pragma once

#include "interp/interpret_loops.h"
#include "random/batch.h"
#include "random/make_schedule.h"

namespace pantile::random {

// So small that thousands can be tried; tiles are small, too.
inline constexpr SizeLimits kSmall = {.points = 400, .work = 60000, .elements = 20000};

struct ScheduleTrial {
    Trial trial;  // the pipeline has a name of its own for each schedule
    uint64_t schedule_seed = 0;
    schedule::Schedule schedule;
};

// What was drawn.
struct ScheduleCounts {
    size_t legal = 0;
    size_t too_long = 0;  // not interpreted to the end: tiles that compute almost everything again
    std::map<std::string, size_t> with;  // of the legal ones, those that decide this: 'sliding', 'fused', …
    std::map<std::string, size_t> refusals;
};
// What 'with' may count.
const std::vector<std::string>& known_decisions();
std::string to_text(const ScheduleCounts& counts);

ScheduleTrial make_schedule_trial(const Trial& trial, uint64_t schedule_seed, ScheduleCounts& counts);

// What is inlined is not computed as a whole, so its sizes are not checked: a schedule that inlines may
// accept what the interpreter refuses.
bool is_comparable(const ScheduleTrial& trial);

// Interprets the program after every pass, at first with tasks in both orders; says what is wrong.
std::string check_passes(const ScheduleTrial& trial, ScheduleCounts& counts);

// What the program makes of the trial's images; 'refused' says why it does not take them. Throws what
// interpret_loops throws.
struct LoopsRun {
    std::map<std::string, AnyBuffer> outputs;
    std::optional<std::string> refused;
};
LoopsRun run_loops(const Trial& trial, const ir::Loops& loops, interp::ParallelOrder order);

// Makes the trial's C code; says why that is refused.
std::string compile(ScheduleTrial& trial);

// Whether the compiled program would run for very long: tiles that compute almost everything again.
bool takes_too_long(const ScheduleTrial& compiled);

}  // namespace pantile::random
