// The loops over the points of a stage, in the order and blocks that its schedule says.
#pragma once

#include <functional>

#include "analysis/regions.h"
#include "ir/loops.h"
#include "plan/stage_plan.h"

namespace pantile::lower {

struct StageContext {
    const ir::Pipeline& pipeline;
    const ir::Stage& stage;
    const schedule::Group& group;
    const plan::StagePlan& plan;
    std::vector<analysis::Bounds> box;  // the points to compute, for each dimension
    Math math = Math::strict;
};

// The loops over an update's domain, without their bodies; of each kind the innermost first.
struct DomainLoops {
    std::vector<ir::For> points;
    std::vector<ir::For>
        pieces;  // of variables that are tiled: these loops go over pieces, those over points
};

// What happens at one point, or at so many that follow each other along the blocked dimension.
using PointBody = std::function<ir::StatementPtr(int64_t count)>;

// The loops of a definition over the context's box. Those over its dimensions run between the two kinds of
// the domain, so that many points use a piece of it before the next one begins. One of them may run in
// parallel, then outside of all. The innermost dimension stays inside, where it runs along memory and becomes
// vectors.
ir::StatementPtr loop_nest(const StageContext& context, const plan::DefinitionPlan& plan,
                           const PointBody& body, const DomainLoops& domain = {});
// One point at a time.
ir::StatementPtr loop_nest(const StageContext& context, const plan::DefinitionPlan& plan,
                           ir::StatementPtr body, const DomainLoops& domain = {});

}  // namespace pantile::lower
