#include "search/make_schedule.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/identifier.h"
#include "cost/cost_fixed.h"
#include "plan/check_pins.h"
#include "search/auto.h"
#include "search/naive.h"

namespace pantile::search {

using namespace cost;
using namespace plan;
using namespace schedule;

namespace {

// PolyMage's middle value of the three that its tuner tries.
constexpr double kOverlapTolerance = 0.4;
// Stages of groups that are judged in a second, at the least; with kUsualPlans for each.
constexpr double kWorkInASecond = 24000;

Result<CostModel> cost_model(const std::string& name, const StageGraph& graph,
                             const machine::Target& target) {
    if (name == "polymage") return polymage_cost(graph, target);
    if (name == "halide") return halide_cost(graph, target);
    if (name == "pantile") return pantile_cost(graph, target);
    Diagnostic d{.message = fmt::format("there is no cost model {}.", in_quotes(name))};
    d.hints.push_back(fmt::format("the cost models are: {}.", fmt::join(cost_model_names(), ", ")));
    return d;
}

struct Scheduler {
    std::string_view name;
    std::string_view cost_model;  // its own; empty: none of the exchangeable ones
    Inlining (*inline_stages)(const ir::Pipeline&, const StageGraph&, const Pins&);
};

Inlining only_pinned(const ir::Pipeline&, const StageGraph&, const Pins& pins) { return inline_pinned(pins); }

constexpr Scheduler kSchedulers[] = {
    {"dp", "polymage", inline_by_shape},
    {"greedy", "halide", inline_by_benefit},
    {"polymage", "", inline_by_shape},
    {"forma", "", only_pinned},
};

const Scheduler* find_scheduler(const std::string& name) {
    const auto found = std::find_if(std::begin(kSchedulers), std::end(kSchedulers),
                                    [&](const Scheduler& s) { return s.name == name; });
    return found == std::end(kSchedulers) ? nullptr : found;
}

// Where the dynamic program could not look at everything, merges one by one may have found more.
Grouping group_by_bounded_dp(Judge& judge, const std::vector<StageSet>& start, const Effort& effort,
                             SearchCount& count) {
    judge.stop_at(effort.most_work);
    Grouping exact = group_by_dp(judge, start, effort, count);
    if (!count.was_bounded) return exact;
    judge.stop_at(judge.work() + effort.most_work);
    Grouping merged = group_greedily(judge, start, effort, count);
    count.was_bounded = true;
    return merged.cost < exact.cost ? merged : exact;
}

Grouping find_groups(const ScheduleRequest& request, const Scheduler& scheduler, Judge& judge,
                     SearchCount& count) {
    const std::vector<StageSet> start = start_groups(judge.graph(), request.pins);
    // Before there is no effort left: what pins hold together has a plan in any case.
    for (const StageSet& group : start) judge(group);
    if (scheduler.name == "dp") return group_by_bounded_dp(judge, start, effort_of(request), count);
    if (scheduler.name == "greedy") return group_greedily(judge, start, effort_of(request), count);
    if (scheduler.name == "polymage") return group_by_tolerance(judge, start, kOverlapTolerance, count);
    return group_chains(judge, start, count);
}

Result<FoundSchedule> run_scheduler(const ScheduleRequest& request, const Scheduler& scheduler) {
    const auto extents = expected_extents(request.pipeline, request.extents);
    const Result<Prepared> whole = prepare(request.pipeline, {}, extents, request.target);
    if (!whole) return whole.diagnostics();
    Inlining inlined = scheduler.inline_stages(request.pipeline, whole->graph, request.pins);
    const Result<Prepared> stored =
        inlined.empty() ? *whole : prepare(request.pipeline, rewrites_of(inlined), extents, request.target);
    if (!stored) return stored.diagnostics();
    const std::string wanted =
        request.cost_model.empty() ? std::string(scheduler.cost_model) : request.cost_model;
    Result<CostModel> model = scheduler.name == "polymage" ? fixed_tile_cost(stored->graph, request.target)
                              : scheduler.name == "forma"  ? cache_tile_cost(stored->graph, request.target)
                                                          : cost_model(wanted, stored->graph, request.target);
    if (!model) return model.diagnostics();
    FoundSchedule out{.inlined = std::move(inlined), .cost_model = model->name};
    Judge judge(stored->graph, std::move(*model), request.pins);
    judge.stop_at(effort_of(request).most_work);
    const Grouping grouping = find_groups(request, scheduler, judge, out.count);
    out.cost = grouping.cost;
    out.schedule = assemble(request, *stored, grouping, rewrites_of(out.inlined), judge);
    return out;
}

Diagnostic unknown_scheduler(const std::string& name) {
    Diagnostic d{.message = fmt::format("there is no scheduler {}.", in_quotes(name))};
    d.hints.push_back(fmt::format("the schedulers are: {}; anything else is the name of a schedule file.",
                                  fmt::join(scheduler_names(), ", ")));
    return d;
}

Result<FoundSchedule> run_by_name(const ScheduleRequest& request) {
    if (request.scheduler == "auto") return schedule_automatically(request);
    if (const Scheduler* scheduler = find_scheduler(request.scheduler))
        return run_scheduler(request, *scheduler);
    return unknown_scheduler(request.scheduler);
}

Result<ScheduleOutcome> planned(const ScheduleRequest& request, FoundSchedule found) {
    Result<Plan> plan = make_plan(request.pipeline, found.schedule, request.target);
    if (!plan) return plan.diagnostics();
    return ScheduleOutcome{std::move(found), std::move(*plan), {}};
}

}  // namespace

std::vector<std::string> scheduler_names() {
    return {"auto", "dp", "greedy", "polymage", "forma", "naive", "tune"};
}

bool takes_cost_model(const std::string& scheduler) { return scheduler == "dp" || scheduler == "greedy"; }

bool takes_group_limit(const std::string& scheduler) {
    return scheduler == "dp" || scheduler == "auto" || scheduler == "tune";
}

std::optional<Diagnostic> why_without_effect(const ScheduleRequest& request) {
    const std::string who = request.scheduler.empty()
                                ? "a schedule from a file"
                                : fmt::format("the scheduler {}", in_quotes(request.scheduler));
    if (!request.cost_model.empty() && !takes_cost_model(request.scheduler))
        return Diagnostic{.message = who + " takes no cost model.",
                          .hints = {"'--cost' goes with 'dp' and 'greedy'."}};
    if (request.group_limit && !takes_group_limit(request.scheduler))
        return Diagnostic{.message = who + " takes no group limit.",
                          .hints = {"'--group-limit' goes with 'auto', 'dp' and 'tune'."}};
    return std::nullopt;
}

Effort effort_of(const ScheduleRequest& request) {
    // A budget that is no number is none.
    const double seconds = request.budget >= 0.001 ? std::min(request.budget, 1e6) : 0.001;
    const double work = seconds * kWorkInASecond;
    return {.most_work = static_cast<int64_t>(work),
            .group_limit = request.group_limit.value_or(Effort{}.group_limit)};
}

std::vector<StageSet> start_groups(const StageGraph& graph, const Pins& pins) {
    std::vector<StageSet> groups;
    std::set<size_t> taken;
    for (const std::vector<std::string>& names : pins.together) {
        StageSet group = graph.none();
        for (size_t s = 0; s < graph.stages.size(); ++s) {
            if (std::find(names.begin(), names.end(), graph.stages[s].name) == names.end()) continue;
            group.insert(s);
            taken.insert(s);
        }
        if (!group.empty()) groups.push_back(std::move(group));
    }
    for (size_t s = 0; s < graph.stages.size(); ++s) {
        if (!taken.count(s)) groups.push_back(StageSet::of(graph.stages.size(), {s}));
    }
    return groups;
}

Result<ScheduleOutcome> make_schedule(const ScheduleRequest& request) {
    const std::vector<std::string> names = scheduler_names();
    if (std::find(names.begin(), names.end(), request.scheduler) == names.end())
        return unknown_scheduler(request.scheduler);
    if (std::optional<Diagnostic> idle = why_without_effect(request)) return std::move(*idle);
    if (Diagnostics wrong = check_pins(request.pins, request.pipeline); !wrong.empty()) return wrong;
    if (request.scheduler == "naive") {
        if (!request.pins.empty())
            return Diagnostic{.message = "the scheduler 'naive' decides nothing, so it takes no pins."};
        return planned(request, FoundSchedule{.schedule = naive(request.pipeline)});
    }
    Result<FoundSchedule> found = run_by_name(request);
    if (!found) return found.diagnostics();
    if (Diagnostics broken = check_held(request.pins, found->schedule); !broken.empty()) return broken;
    // A schedule of ours that is refused is our mistake; the pipeline still runs.
    Result<ScheduleOutcome> out = planned(request, *found);
    // Pins that cannot hold are said to be so, not dropped.
    if (out || !request.pins.empty()) return out;
    found->schedule = naive(request.pipeline);
    found->schedule.name = request.scheduler;
    found->inlined.clear();
    Diagnostics illegal = out.diagnostics();
    out = planned(request, std::move(*found));
    if (out) out->illegal = std::move(illegal);
    return out;
}

}  // namespace pantile::search
