// Whether stages may be computed where they are read.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/pipeline.h"

namespace pantile::plan {

// One sentence for each reason why not.
std::vector<std::string> reasons_against_inlining(const ir::Pipeline& pipeline,
                                                  const std::set<std::string>& inlined);

}  // namespace pantile::plan
