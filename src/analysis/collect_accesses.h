// Every read that a stage makes, with the box it can reach.
#pragma once

#include "analysis/regions.h"

namespace pantile::analysis {

struct CollectedAccesses {
    std::vector<AccessRegion> accesses;
    // Box of what updates store, for each dimension; an Invalid bound where only the stage's own coordinate
    // is stored to. Empty when the stage has no updates.
    std::vector<Bounds> writes;
    std::vector<NoWrap> conditions;
    Diagnostics diagnostics;
};

CollectedAccesses collect_accesses(const ir::Pipeline& pipeline, size_t stage, const ValueRanges& ranges);

// Whether a range has values whatever the sizes are: '0..9', 'img.x.min..img.x.max', '0..img.x.extent - 1'.
bool surely_filled(const ir::Pipeline& pipeline, const Bounds& range);

// The coordinates' bounds where a case's condition holds: conjunctions of comparisons 'x < e' with e free of
// coordinates narrow the box. What else a condition says is not used, which is safe.
struct NarrowedBox {
    Environment environment;
    std::optional<Expr> not_empty;  // none: as large as the whole box
    std::vector<NoWrap> conditions = {};
};
NarrowedBox narrow(const ir::Pipeline& pipeline, const Expr& condition, Environment box);

}  // namespace pantile::analysis
