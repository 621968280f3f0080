// Schedules as JSON files. Whether what they say can be done is another question: plan/schedule_file.h.
//
//     {"scheduler": "expert", "pipeline_hash": "418c…", "inlined": ["gray"],
//      "groups": [
//        {"stages": ["bx", "by"], "tile": {"x": 256, "y": 32}, "shape": "scalene", "slide": {"y": 1},
//         "parallel": ["y"], "vector": "x", "fused": [["a", "b"]],
//         "reduction_tiles": [{"stage": "hist", "update": 1, "variable": "i", "size": 64, "parallel":
//         true}]}]}
//
// Dimensions are named as in the group's last stage, its reference. Everything but 'stages' may be missing; a
// key that is not known, or that is there twice, is refused.
#pragma once

#include "base/json_text.h"
#include "schedule/pins.h"
#include "schedule/schedule.h"

namespace pantile::schedule {

std::string to_json(const Schedule& schedule, const ir::Pipeline& pipeline);

// A file with 'pins' instead of 'groups' (pins.h) is filled in by the scheduler that it names.
struct FileContents {
    std::optional<Schedule> schedule;  // a whole one
    std::string scheduler;             // or who fills in the rest of 'pins'
    Pins pins;
};
Result<FileContents> parse_file(const std::string& text, const std::string& file,
                                const ir::Pipeline& pipeline);

// The text of a schedule file as JSON, before it is known what the file says.
Result<nlohmann::json> read_schedule_json(const std::string& text, const std::string& file);

// 'file' is the name that messages show.
Result<Schedule> parse_schedule(const std::string& text, const std::string& file,
                                const ir::Pipeline& pipeline);

// The same diagnostics, said of a file.
Diagnostics in_file(Diagnostics wrong, const std::string& file);

}  // namespace pantile::schedule
