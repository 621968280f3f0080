// Cost models: what a group costs, and with which tiles it costs least. Schedulers decide what forms a group;
// they work with any of these.
#pragma once

#include <functional>
#include <limits>
#include <unordered_map>
#include <utility>

#include "cost/predict.h"
#include "schedule/pins.h"

namespace pantile::cost {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// How many plans are weighed for a group, about.
inline constexpr int64_t kUsualPlans = 64;

struct BestPlan {
    BestPlan(TilePlan best, int64_t number = kUsualPlans) : plan(std::move(best)), weighed(number) {}

    TilePlan plan;
    int64_t weighed;  // what it took, in plans; models that do not search count as usual
};

struct CostModel {
    std::string name;
    // Why these stages cannot be a group; nothing when they can.
    std::function<std::optional<std::string>(const GroupFrame&)> refusal;
    // A stage that is a group of its own in every case.
    std::function<bool(size_t stage)> is_alone;
    // The cheapest tiles that the model finds, and what a group costs with given ones. Costs of groups add
    // up.
    std::function<BestPlan(const GroupFrame&)> best_plan;
    std::function<double(const GroupFrame&, const TilePlan&)> cost;
};

// PolyMage+, Algorithms 2 and 4: the weighted formula (2) with tile sizes from dimensional reuse.
CostModel polymage_cost(const StageGraph& graph, const machine::Target& target);
// Halide's auto-scheduler: arithmetic and loads, the latter dearer the less of an array fits into the cache.
CostModel halide_cost(const StageGraph& graph, const machine::Target& target);
// Our own: predicted time.
CostModel pantile_cost(const StageGraph& graph, const machine::Target& target);

std::vector<std::string> cost_model_names();

struct GroupChoice {
    double cost = kNever;
    TilePlan plan;
    int64_t weighed = kUsualPlans;  // as in BestPlan
    std::string refused;            // why the cost is infinite
};

// Judges groups, each once. Knows the pins: a group that breaks one is refused.
class Judge {
  public:
    Judge(const StageGraph& graph, CostModel model, const schedule::Pins& pins);

    const GroupChoice& operator()(const StageSet& group);
    bool is_alone(size_t stage) const { return model_.is_alone(stage); }
    const StageGraph& graph() const { return graph_; }
    const schedule::Pins& pins() const { return pins_; }
    int64_t judged() const { return static_cast<int64_t>(known_.size()); }
    // What that took: a group counts as often as it has stages, more or less by the plans it has.
    int64_t work() const { return work_; }
    // From then on, groups of several stages that were not judged before are refused: whoever searches ends
    // with what is known.
    void stop_at(int64_t work) { most_work_ = work; }

  private:
    GroupChoice judge(const StageSet& group) const;

    const StageGraph& graph_;
    const CostModel model_;
    const schedule::Pins& pins_;
    std::unordered_map<StageSet, GroupChoice, StageSet::Hash> known_;
    int64_t work_ = 0;
    int64_t most_work_ = std::numeric_limits<int64_t>::max();
    const GroupChoice too_late_ = {.refused = "the budget was spent before they were evaluated"};
};

}  // namespace pantile::cost
