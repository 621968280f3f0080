// Which stages form groups: what all schedulers produce, and the dynamic program among them.
#pragma once

#include "cost/cost_model.h"

namespace pantile::search {

// Groups in an order of execution.
struct Grouping {
    std::vector<cost::StageSet> groups;
    double cost = cost::kNever;
};

// How much may be tried. Counted in stages of groups that are judged, by the plans that are weighed (see
// kUsualPlans), not in seconds, so that the same pipeline always gets the same schedule.
struct Effort {
    int64_t most_work = 40000;
    size_t group_limit = 32;  // stages (in later rounds: groups) that are merged at once
};

// What the search did, for people.
struct SearchCount {
    int64_t judged = 0;        // groups whose cost was computed
    int64_t states = 0;        // of the dynamic program
    bool was_bounded = false;  // whether something was left out to keep within the effort
};

// PolyMage+, Algorithms 1 and 5: the cheapest of all groupings, where the effort allows, and otherwise the
// cheapest of those that grow from merging at most 'group_limit' neighbours at a time. 'start' are the
// groups that are given, in any order: single stages, or what pins hold together.
Grouping group_by_dp(cost::Judge& judge, const std::vector<cost::StageSet>& start, const Effort& effort,
                     SearchCount& count);

// Halide's auto-scheduler: the merge of a group into the only group that reads it that saves most, again and
// again. Where the effort is spent, no more merges are looked at: many readers of many groups would take the
// square of their number.
Grouping group_greedily(cost::Judge& judge, const std::vector<cost::StageSet>& start, const Effort& effort,
                        SearchCount& count);

// PolyMage: merges of a group with its only reader while redundant work stays below the tolerance.
Grouping group_by_tolerance(cost::Judge& judge, const std::vector<cost::StageSet>& start, double tolerance,
                            SearchCount& count);

// Forma: every chain of stages that read each other at constant distances.
Grouping group_chains(cost::Judge& judge, const std::vector<cost::StageSet>& start, SearchCount& count);

// Merges a group with a reader of it or with all of them, or splits one, whatever saves most, as long as that
// helps: finds what neither the bounded dynamic program nor merges one by one see, groups that pay only
// together.
Grouping improve_grouping(cost::Judge& judge, Grouping start, const Effort& effort, SearchCount& count);

// The groups in an order of execution: those that others read come first. Nothing when they need each other
// in a circle.
std::optional<std::vector<cost::StageSet>> ordered(const cost::StageGraph& graph,
                                                   const std::vector<cost::StageSet>& groups);

}  // namespace pantile::search
