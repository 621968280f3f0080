// A Plan: a pipeline and a schedule resolved for a target into every decision, once. A schedule is legal if
// and only if its plan can be built. Lowering and reports read the plan and decide nothing.
//
// A plan is cheap to copy: what its parts refer to is shared and never changes.
#pragma once

#include <memory>

#include "analysis/limits.h"
#include "machine/target.h"
#include "plan/rewritten.h"
#include "plan/stage_plan.h"
#include "plan/tile_boxes.h"

namespace pantile::plan {

struct GroupPlan {
    const schedule::Group& group;    // of the plan's schedule
    std::string label;               // 'group1'
    std::optional<TileBoxes> tiles;  // none: the only stage is computed as a whole
    std::vector<StagePlan> stages;   // in the order of execution
    // Positions in 'stages', in order: those of one entry share a loop nest.
    std::vector<std::vector<size_t>> nests;
};

struct Plan {
    std::shared_ptr<const schedule::Schedule> schedule;
    std::shared_ptr<const Rewritten> rewritten;
    analysis::Limits limits;
    machine::Target target;
    std::vector<GroupPlan> groups;  // as in the schedule

    const ir::Pipeline& pipeline() const { return rewritten->pipeline; }
    const analysis::Regions& regions() const { return rewritten->regions; }
};

// The diagnostics say all that is wrong with the schedule; nothing is repaired or left out. A schedule that
// is legal for one target is legal for all.
Result<Plan> make_plan(const ir::Pipeline& pipeline, const schedule::Schedule& schedule,
                       const machine::Target& target = {});

// One group, with the rest of its schedule unknown; or why it cannot be done, a sentence for each reason.
// 'group' and 'rewritten' must outlive the plan.
struct GroupOutcome {
    std::optional<GroupPlan> plan;
    std::vector<std::string> refused;
};
GroupOutcome plan_group(const schedule::Group& group, const Rewritten& rewritten, std::string label);

// Diagnostics of make_plan; empty when the schedule can be used.
Diagnostics check_legal(const schedule::Schedule& schedule, const ir::Pipeline& pipeline);

}  // namespace pantile::plan
