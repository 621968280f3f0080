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

// Every point of the context's box.
ir::StatementPtr loops_over_box(const StageContext& context, ir::StatementPtr body);

// What an update does at one point of its domain, and the range of each of its reduction variables.
struct UpdatePoint {
    ir::StatementPtr body;
    std::vector<analysis::Bounds> ranges;
};
UpdatePoint lower_point(const StageContext& context, const ir::Update& update, int& counter);

// The dimensions that an update runs over as a whole. Their points are independent of each other.
std::vector<size_t> own_dims(const ir::Stage& stage, const ir::Update& update);

// The loops over an update's domain, without their bodies; of each kind the innermost first.
struct DomainLoops {
    std::vector<ir::For> points;
    std::vector<ir::For>
        pieces;  // of variables that are tiled: these loops go over pieces, those over points
};

// The loops over some dimensions of the box run between the two kinds, so that many points use a piece of the
// domain before the next one begins. One of them may run in parallel, then outside of all. The innermost
// dimension stays inside, where it runs along memory and becomes vectors.
ir::StatementPtr loops_over_update(const StageContext& context, ir::StatementPtr body,
                                   const std::vector<size_t>& dims, const DomainLoops& domain);

// A copy of the context's box from one buffer to another.
ir::StatementPtr lower_copy(const StageContext& context, const std::string& from, const std::string& to);

}  // namespace pantile::lower
