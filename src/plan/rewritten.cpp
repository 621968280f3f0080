#include "plan/rewritten.h"

#include "rewrite/inline_stages.h"
#include "rewrite/narrow_integers.h"

namespace pantile::plan {

Result<Rewritten> rewrite_pipeline(const ir::Pipeline& pipeline, const rewrite::Rewrites& rewrites) {
    const ir::Pipeline written = rewrite::inline_stages(pipeline, rewrites);
    Result<analysis::Regions> regions = analysis::infer_regions(written);
    if (!regions) return regions.diagnostics();
    return Rewritten{rewrite::narrow_integers(written), std::move(*regions)};
}

}  // namespace pantile::plan
