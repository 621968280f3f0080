// Schedules as JSON files, and the rules that every schedule must obey.
//
//     {"scheduler": "naive", "pipeline_hash": "418c…",
//      "groups": [{"stages": ["bx"], "parallel": "y", "vector": "x"}, {"stages": ["by"], "parallel": "y",
//      "vector": "x"}]}
//
// 'parallel' and 'vector' name dimensions of the group's stages; each may be missing.
#pragma once

#include "schedule/schedule.h"

namespace pantile::schedule {

std::string to_json(const Schedule& schedule, const ir::Pipeline& pipeline);

// Reads and checks a schedule; 'file' is the name that messages show.
Result<Schedule> from_json(const std::string& text, const std::string& file, const ir::Pipeline& pipeline);

// Why the schedule cannot be used for this pipeline; nothing is repaired.
Diagnostics check_legal(const Schedule& schedule, const ir::Pipeline& pipeline);

}  // namespace pantile::schedule
