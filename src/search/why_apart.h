// Why two groups of a schedule are not one, in a sentence for people.
//
// The two are judged as one group: by the rules and the cost model of the scheduler that kept them apart, and
// by predicted time. Nothing is remembered from the search, so that schedules from files can be asked, too.
#pragma once

#include "cost/cost_model.h"
#include "cost/planned_group.h"

namespace pantile::search {

// Who decided.
struct Decision {
    std::string scheduler;  // empty: a person, in a schedule file
    std::string cost_model;
    schedule::Pins pins;
    bool was_bounded = false;  // the search left something out
};

struct DecidedGroups {
    const cost::StageGraph& graph;
    const machine::Target& target;
    const std::vector<cost::PlannedGroup>& groups;  // in the order of the schedule
    const Decision& by;
};

// 'from' has a stage that a stage of 'to' reads.
std::string why_apart(const DecidedGroups& in, size_t from, size_t to);

}  // namespace pantile::search
