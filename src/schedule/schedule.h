// A Schedule: what the compiler decides about a pipeline, as plain data. It never changes the result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/pipeline.h"
#include "pantile/result.h"

namespace pantile::schedule {

// Stages that are computed together. Dimensions are named by position, 0 the innermost; none: not done.
struct Group {
    std::vector<std::string> stages;
    std::optional<size_t> parallel_dim;
    std::optional<size_t> vector_dim;
};

struct Schedule {
    std::string name;           // of the scheduler that made it
    std::string pipeline_hash;  // of the pipeline it was made for
    std::vector<Group> groups;  // in the order of execution
};

// The names that schedule_by_name knows, for messages.
std::vector<std::string> scheduler_names();

Result<Schedule> schedule_by_name(const std::string& name, const ir::Pipeline& pipeline);

// Identifies a pipeline by its meaning: a hash of its canonical text.
std::string hash_of(const ir::Pipeline& pipeline);

}  // namespace pantile::schedule
