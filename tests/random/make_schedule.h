// Random schedules over the whole space that Schedule describes.
#pragma once

#include <map>
#include <string>

#include "random/trial.h"
#include "schedule/schedule.h"

namespace pantile::random {

// How often something is drawn that the simplest schedule does not have, in percent.
using Boldness = int;

// Any schedule: every stage is in one group or inlined, producers come first, dimensions exist; whether the
// rest is legal is left to chance. Tile sizes lie around the extents of 'boxes', one for each stage.
schedule::Schedule draw_schedule(Random& random, const ir::Pipeline& pipeline,
                                 const std::vector<analysis::Box>& boxes, Boldness boldness);

struct LegalSchedule {
    schedule::Schedule schedule;
    std::map<std::string, size_t> refusals;  // the reasons why others were not legal, without names
};

// Draws until one is legal, less and less boldly.
LegalSchedule make_schedule(Random& random, const ir::Pipeline& pipeline,
                            const std::vector<analysis::Box>& boxes);

// 'the stage 's1' has 3 dimensions' -> 'the stage '…' has N dimensions'
std::string without_names(const std::string& message);

}  // namespace pantile::random
