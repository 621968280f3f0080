// A group of a finished schedule, in the numbers of predict.h: whether a scheduler made it or a person.
#pragma once

#include "cost/predict.h"

namespace pantile::cost {

struct PlannedGroup {
    StageSet stages;
    GroupFrame frame;  // its reference stage is the schedule's
    TilePlan plan;
    Prediction prediction;
};

PlannedGroup plan_group(const StageGraph& graph, const schedule::Group& group, const machine::Target& target);

}  // namespace pantile::cost
