// A pipeline as a schedule's rewrites leave it, and the regions of what is left. Search, plans and reports
// all get it from here: nobody else inlines, infers regions of what is left, and narrows integers.
#pragma once

#include "analysis/limits.h"
#include "analysis/regions.h"
#include "schedule/schedule.h"

namespace pantile::plan {

struct Rewritten {
    ir::Pipeline pipeline;      // without what is inlined; arithmetic in as few bits as it needs
    analysis::Regions regions;  // of the values as they were written: of sums that wrap less is known
};

// The rewrites are possible (check_inlining.h). Refused where a stage has no region with them.
Result<Rewritten> rewrite_pipeline(const ir::Pipeline& pipeline, const rewrite::Rewrites& rewrites);

// The same where it is not known whether the rewrites are possible: refused with the reasons.
Result<Rewritten> try_rewrites(const ir::Pipeline& pipeline, const rewrite::Rewrites& rewrites);

// What the indices of such a pipeline need so that they do not wrap.
Result<analysis::Limits> limits_of(const Rewritten& rewritten);

}  // namespace pantile::plan
