#include "plan/rewritten.h"

#include "rewrite/inline_stages.h"
#include "rewrite/narrow_integers.h"

namespace pantile::plan {

Result<Rewritten> rewrite_pipeline(const ir::Pipeline& pipeline, const std::vector<std::string>& inlined) {
    const ir::Pipeline written = rewrite::inline_stages(pipeline, {inlined.begin(), inlined.end()});
    Result<analysis::Regions> regions = analysis::infer_regions(written);
    if (!regions) return regions.diagnostics();
    return Rewritten{rewrite::narrow_integers(written), std::move(*regions)};
}

}  // namespace pantile::plan
