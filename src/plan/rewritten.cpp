#include "plan/rewritten.h"

#include "plan/check_inlining.h"
#include "rewrite/inline_stages.h"
#include "rewrite/narrow_integers.h"

namespace pantile::plan {

Result<Rewritten> rewrite_pipeline(const ir::Pipeline& pipeline, const rewrite::Rewrites& rewrites) {
    const ir::Pipeline written = rewrite::inline_stages(pipeline, rewrites);
    Result<analysis::Regions> regions = analysis::infer_regions(written);
    if (!regions) return regions.diagnostics();
    return Rewritten{rewrite::narrow_integers(written), std::move(*regions)};
}

Result<Rewritten> try_rewrites(const ir::Pipeline& pipeline, const rewrite::Rewrites& rewrites) {
    Diagnostics wrong;
    for (std::string& reason : reasons_against_inlining(pipeline, rewrites))
        wrong.push_back({.message = std::move(reason)});
    if (!wrong.empty()) return wrong;
    return rewrite_pipeline(pipeline, rewrites);
}

Result<analysis::Limits> limits_of(const Rewritten& rewritten) {
    return analysis::choose_limits(rewritten.pipeline, rewritten.regions);
}

}  // namespace pantile::plan
