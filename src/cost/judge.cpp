#include <fmt/format.h>

#include <algorithm>

#include "cost/cost_model.h"

namespace pantile::cost {

using namespace schedule;

namespace {

std::optional<std::string> broken_pin(const StageGraph& graph, const GroupFrame& frame, const Pins& pins) {
    const auto has = [&](const std::string& name) {
        return std::any_of(frame.stages.begin(), frame.stages.end(),
                           [&](const FrameStage& s) { return graph.stages[s.stage].name == name; });
    };
    for (const std::vector<std::string>& set : pins.apart) {
        std::vector<std::string> met;
        std::copy_if(set.begin(), set.end(), std::back_inserter(met), has);
        if (met.size() > 1) return fmt::format("'{}' and '{}' are pinned apart", met[0], met[1]);
    }
    for (size_t i = 0; i + 1 < frame.stages.size(); ++i) {
        const std::string& name = graph.stages[frame.stages[i].stage].name;
        if (pins.ends_group(name)) return fmt::format("'{}' is pinned as the end of its group", name);
    }
    return std::nullopt;
}

void apply_pins(const StageGraph& graph, const GroupFrame& frame, const Pins& pins, TilePlan& plan) {
    const std::string& end = graph.stages[frame.reference().stage].name;
    const auto tile = pins.tiles.find(end);
    const auto slide = pins.slides.find(end);
    if (tile != pins.tiles.end()) {
        plan.tile = tile->second;
        plan.sliding.reset();
        plan.parallel = outermost_cut(plan.tile);
    }
    if (slide == pins.slides.end()) return;
    plan.sliding = slide->second;
    if (plan.tile.empty()) plan.tile.assign(frame.reference().dims.size(), 0);
    std::erase_if(plan.parallel, [&](size_t d) { return plan.tile[d] == 0; });
}

}  // namespace

Judge::Judge(const StageGraph& graph, CostModel model, const Pins& pins)
    : graph_(graph), model_(std::move(model)), pins_(pins) {}

const GroupChoice& Judge::operator()(const StageSet& group) {
    const auto found = known_.find(group);
    if (found != known_.end()) return found->second;
    if (work_ >= most_work_ && group.size() > 1) return too_late_;
    const GroupChoice& choice = known_.emplace(group, judge(group)).first->second;
    work_ += 1 + static_cast<int64_t>(group.size()) * choice.weighed / kUsualPlans;
    return choice;
}

GroupChoice Judge::judge(const StageSet& group) const {
    const GroupFrame frame = frame_group(graph_, group);
    if (auto reason = broken_pin(graph_, frame, pins_)) return {.refused = std::move(*reason)};
    if (frame.stages.size() > 1) {
        if (auto reason = model_.refusal(frame)) return {.refused = std::move(*reason)};
    }
    BestPlan best = model_.best_plan(frame);
    GroupChoice out{.plan = std::move(best.plan), .weighed = best.weighed};
    apply_pins(graph_, frame, pins_, out.plan);
    out.cost = model_.cost(frame, out.plan);
    return out;
}

}  // namespace pantile::cost
