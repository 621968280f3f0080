// A group of a finished schedule, in the numbers of predict.h: whether a scheduler made it or a person.
#pragma once

#include "schedule/predict.h"

namespace pantile::schedule {

struct PlannedGroup {
    StageSet stages;
    TilePlan plan;  // of the frame's reference stage, which may be another one than the schedule's
    Prediction prediction;
};

PlannedGroup plan_of(const StageGraph& graph, const Group& group, const Target& target);

}  // namespace pantile::schedule
