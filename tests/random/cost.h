// How long the interpreter will work on a pipeline, roughly.
#pragma once

#include <string>
#include <vector>

#include "analysis/sizes.h"

namespace pantile::random {

// Nodes evaluated, for stages of these boxes; stops counting at 10^15.
int64_t work_of(const ir::Pipeline& pipeline, const std::vector<analysis::Box>& stages,
                const analysis::Sizes& sizes);

// Whether an expression uses a size of an input whose name begins so.
bool uses_size(const ir::Pipeline& pipeline, const std::string& stem);

}  // namespace pantile::random
