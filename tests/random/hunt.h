// Looks for failures in a range of seeds. Whatever happens happens in processes of its own: a crash or an
// endless loop, of generated code or of the compiler, is a failure like any other.
#pragma once

#include "random/specimen_files.h"

namespace pantile::random {

struct Hunt {
    Check check;
    uint64_t draws = 4;  // for each pipeline: schedules, or other programs of each relation
};

struct Finding {
    uint64_t seed;
    uint64_t draw;
    std::string what;
};

struct SeedRange {
    uint64_t first, end;
};

// The seeds that are best looked at together.
uint64_t seeds_at_once(const Hunt& hunt);

// All failures, in the order of the seeds.
std::vector<Finding> find_failures(const Hunt& hunt, const SeedRange& seeds);

// The finding with all that is needed to see it again; nothing when there is no making the pipeline itself.
std::optional<Failure> failure_of(const Hunt& hunt, const Finding& finding);

}  // namespace pantile::random
