// Schedule files that can be used: read, and planned for the pipeline.
#pragma once

#include "plan/plan.h"
#include "schedule/file.h"

namespace pantile::plan {

// 'file' is the name that messages show.
Result<Plan> read_plan(const std::string& text, const std::string& file, const ir::Pipeline& pipeline,
                       const machine::Target& target);
Result<schedule::Schedule> read_schedule(const std::string& text, const std::string& file,
                                         const ir::Pipeline& pipeline);

// A whole schedule is planned; pins are checked by the scheduler, who fills in the rest.
struct PlannedFile {
    std::optional<Plan> plan;
    std::string scheduler;  // who fills in the rest of 'pins'
    schedule::Pins pins;
};
Result<PlannedFile> read_schedule_file(const std::string& text, const std::string& file,
                                       const ir::Pipeline& pipeline, const machine::Target& target = {});

}  // namespace pantile::plan
