// A pipeline as a schedule's rewrites leave it, and the regions of what is left. Search, plans and reports
// all get it from here.
#pragma once

#include "analysis/regions.h"
#include "schedule/schedule.h"

namespace pantile::plan {

struct Rewritten {
    ir::Pipeline pipeline;      // without what is inlined; arithmetic in as few bits as it needs
    analysis::Regions regions;  // of the values as they were written: of sums that wrap less is known
};

// The rewrites are possible (check_inlining.h). Refused where a stage has no region with them.
Result<Rewritten> rewrite_pipeline(const ir::Pipeline& pipeline, const rewrite::Rewrites& rewrites);

}  // namespace pantile::plan
