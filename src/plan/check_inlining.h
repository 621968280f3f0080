// Whether stages may be computed where they are read.
#pragma once

#include <string>
#include <vector>

#include "ir/pipeline.h"
#include "rewrite/rewrites.h"

namespace pantile::plan {

// One sentence for each reason why not.
std::vector<std::string> reasons_against_inlining(const ir::Pipeline& pipeline,
                                                  const rewrite::Rewrites& rewrites);

}  // namespace pantile::plan
