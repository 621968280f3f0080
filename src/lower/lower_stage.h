// One stage as loop nests: its pure definition over its box, then its updates.
#pragma once

#include "analysis/regions.h"
#include "ir/loops.h"
#include "schedule/schedule.h"

namespace pantile::lower {

// Where a stage is computed: as a whole, its outer loop in parallel, or as a part of a tile.
enum class Place { whole, tile };

struct StageContext {
    const ir::Pipeline& pipeline;
    const ir::Stage& stage;
    const schedule::Group& group;
    std::vector<analysis::Bounds> box;  // the points to compute, for each dimension
    Place place = Place::whole;
};

// The stage's box as a whole, and the part of it that the caller asked for.
std::vector<analysis::Bounds> whole_box(const ir::Stage& stage);
std::vector<analysis::Bounds> requested_box(const ir::Stage& stage);

// The definition's loop nest: 0 for the pure one, k for the k-th update. 'counter' numbers the locals.
ir::StatementPtr lower_definition(const StageContext& context, size_t definition, int& counter);

// A copy of the context's box from one buffer to another.
ir::StatementPtr lower_copy(const StageContext& context, const std::string& from, const std::string& to);

}  // namespace pantile::lower
