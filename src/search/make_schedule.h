// Any pipeline into a legal schedule, by the scheduler of a name.
#pragma once

#include "plan/plan.h"
#include "search/choose_inlining.h"
#include "search/grouping.h"

namespace pantile::search {

struct ScheduleRequest {
    const ir::Pipeline& pipeline;
    std::string scheduler = "auto";               // empty: none, a whole schedule was given
    std::string cost_model;                       // empty: the scheduler's own
    std::map<std::string, int64_t> extents = {};  // of the outputs, as far as they are known
    machine::Target target = {};
    double budget = 2;                                 // seconds
    std::optional<size_t> group_limit = std::nullopt;  // none: the one of Effort
    schedule::Pins pins = {};
};

// What a scheduler comes back with.
struct FoundSchedule {
    schedule::Schedule schedule;
    Inlining inlined;  // with reasons
    std::string cost_model;
    double cost = 0;
    SearchCount count;
};

struct ScheduleOutcome : FoundSchedule {
    plan::Plan plan;  // of 'schedule'
    // Why the schedule that was found could not be used, and the naive one stands in its place. Our mistake,
    // never the user's.
    Diagnostics illegal;
};

Result<ScheduleOutcome> make_schedule(const ScheduleRequest& request);

// The names that 'scheduler' takes, and that 'cost_model' takes for it; empty when it has no choice.
std::vector<std::string> scheduler_names();
bool takes_cost_model(const std::string& scheduler);
bool takes_group_limit(const std::string& scheduler);

// Why something that was asked for means nothing to the scheduler: refused rather than ignored.
std::optional<Diagnostic> why_without_effect(const ScheduleRequest& request);

// The extents to expect: those that are known, the program's estimates, and, for what neither says, those of
// an ordinary picture.
std::map<std::string, int64_t> expected_extents(const ir::Pipeline& pipeline,
                                                const std::map<std::string, int64_t>& known);

// A rewritten pipeline, and all that schedulers want to know about it.
struct Prepared : plan::Rewritten {
    cost::StageGraph graph;
};
// Where the pipeline cannot run at the extents, those of a picture are taken: they guide, and decide nothing.
cost::StageGraph expected_graph(const plan::Rewritten& rewritten,
                                const std::map<std::string, int64_t>& extents, const machine::Target& target);
Prepared prepare(plan::Rewritten rewritten, const std::map<std::string, int64_t>& extents,
                 const machine::Target& target = {});
// The rewrites are possible.
Result<Prepared> prepare(const ir::Pipeline& pipeline, const rewrite::Rewrites& rewrites,
                         const std::map<std::string, int64_t>& extents, const machine::Target& target = {});

// The groups as a schedule. 'judge' knows the plan of each.
schedule::Schedule assemble(const ScheduleRequest& request, const Prepared& prepared,
                            const Grouping& grouping, const rewrite::Rewrites& rewrites, cost::Judge& judge);

}  // namespace pantile::search
