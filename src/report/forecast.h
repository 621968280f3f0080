// What a schedule is expected to cost on a machine, and why its groups are not larger.
#pragma once

#include "report/explain.h"

namespace pantile::report {

// Fills in 'forecast' of each group, 'total' and 'apart'. The groups are already there, in order.
void add_forecast(const ExplainRequest& request, Explanation& explanation);

}  // namespace pantile::report
