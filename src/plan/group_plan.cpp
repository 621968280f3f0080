// The plan of one group: its tiles, and the loops of its stages.
#include <fmt/format.h>

#include <algorithm>

#include "plan/check_group.h"
#include "plan/plan.h"

namespace pantile::plan {

using schedule::Group;

namespace {

// The register counts of the reference stage's dimensions that the stage follows.
std::vector<int64_t> registers_of(const Group& group, const GroupStage& stage) {
    std::vector<int64_t> out;
    if (group.registers.empty()) return out;
    for (const StageDim& dim : stage.dims) out.push_back(dim.place ? group.registers[dim.place->dim] : 1);
    return out;
}

// Sets of fused stages are consecutive; every other stage has a nest of its own.
std::vector<std::vector<size_t>> nests_of(const Group& group) {
    std::vector<std::vector<size_t>> nests;
    for (size_t i = 0; i < group.stages.size();) {
        size_t count = 1;
        for (const std::vector<std::string>& set : group.fused) {
            if (set[0] == group.stages[i]) count = set.size();
        }
        std::vector<size_t>& nest = nests.emplace_back();
        for (; count > 0; --count) nest.push_back(i++);
    }
    return nests;
}

std::vector<StageRequest> requests_of(const GroupPlan& plan, const ir::Pipeline& pipeline) {
    std::vector<StageRequest> out;
    for (size_t i = 0; i < plan.group.stages.size(); ++i) {
        const size_t stage = positions_of(pipeline, {plan.group.stages[i]})[0];
        if (plan.tiles)
            out.push_back({pipeline, plan.group, stage, Place::tile,
                           registers_of(plan.group, plan.tiles->space().stages[i])});
        else
            out.push_back({pipeline, plan.group, stage, Place::whole, plan.group.registers});
    }
    return out;
}

}  // namespace

GroupOutcome plan_group(const Group& group, const Rewritten& rewritten, std::string label) {
    GroupOutcome out;
    GroupPlan plan{group, std::move(label), {}, {}, nests_of(group)};
    out.refused = why_illegal_loops(group, rewritten.pipeline);
    if (!out.refused.empty()) return out;
    if (schedule::is_tiled(group)) {
        plan.tiles.emplace(rewritten.pipeline, rewritten.regions, group, plan.label);
        out.refused = why_illegal_tiles(group, *plan.tiles);
        if (!out.refused.empty()) return out;
    }
    const std::vector<StageRequest> requests = requests_of(plan, rewritten.pipeline);
    for (const StageRequest& request : requests) plan.stages.push_back(plan_stage(request));
    for (const std::vector<size_t>& nest : plan.nests) {
        std::vector<StagePlan*> stages;
        std::vector<StageRequest> theirs;
        for (const size_t i : nest) {
            stages.push_back(&plan.stages[i]);
            theirs.push_back(requests[i]);
        }
        if (nest.size() > 1) agree_on_blocks(rewritten.pipeline, stages, theirs);
    }
    out.plan.emplace(std::move(plan));
    return out;
}

}  // namespace pantile::plan
