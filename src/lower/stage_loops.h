// The loops over the points of a stage, in the order and blocks that its schedule says.
#pragma once

#include <functional>

#include "analysis/regions.h"
#include "ir/loops.h"
#include "ir/neighbours.h"
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
    // For each dimension, how many points are computed at once, of dimension 0 how many vectors; none: one.
    std::vector<int64_t> registers = {};
    ir::SumOrder sums = ir::SumOrder::kept;
};

std::vector<size_t> all_dims(const ir::Stage& stage);

// The one of 'dims' whose points are tasks. Of several parallel dimensions only the outermost runs in
// parallel: it has work enough for every thread.
std::optional<size_t> parallel_dim(const StageContext& context, const std::vector<size_t>& dims);

// The loops over an update's domain, without their bodies; of each kind the innermost first.
struct DomainLoops {
    std::vector<ir::For> points;
    std::vector<ir::For>
        pieces;  // of variables that are tiled: these loops go over pieces, those over points
};

// The block of the points along 'dims', if the context has one. The points of a task are not blocked.
std::optional<ir::PointBlock> point_block(const StageContext& context, const std::vector<size_t>& dims);

// What happens at one point, or at so many that follow each other along the blocked dimension.
using PointBody = std::function<ir::StatementPtr(int64_t count)>;

// Every point of the context's box.
ir::StatementPtr loops_over_box(const StageContext& context, const PointBody& body);
ir::StatementPtr loops_over_box(const StageContext& context, ir::StatementPtr body);

// The loops over some dimensions of the box run between the two kinds, so that many points use a piece of the
// domain before the next one begins. One of them may run in parallel, then outside of all. The innermost
// dimension stays inside, where it runs along memory and becomes vectors.
ir::StatementPtr loops_over_update(const StageContext& context, const PointBody& body,
                                   const std::vector<size_t>& dims, const DomainLoops& domain);
ir::StatementPtr loops_over_update(const StageContext& context, ir::StatementPtr body,
                                   const std::vector<size_t>& dims, const DomainLoops& domain);

}  // namespace pantile::lower
