// Schedule files that can be used: read, and checked against the pipeline.
#pragma once

#include "schedule/file.h"

namespace pantile::plan {

// 'file' is the name that messages show.
Result<schedule::Schedule> read_schedule(const std::string& text, const std::string& file,
                                         const ir::Pipeline& pipeline);

// A whole schedule is checked; pins are checked by the scheduler that fills in the rest.
Result<schedule::FileContents> read_schedule_file(const std::string& text, const std::string& file,
                                                  const ir::Pipeline& pipeline);

}  // namespace pantile::plan
