// Sizes for a random pipeline: output boxes as they come, inputs exactly as large as these need, parameters.
#pragma once

#include <optional>

#include "analysis/sizes.h"
#include "random/random.h"

namespace pantile::random {

// Nothing when every size that was tried makes the interpreter work too long, or needs inputs without end.
std::optional<analysis::Sizes> choose_sizes(Random& random, const ir::Pipeline& pipeline,
                                            const analysis::Regions& regions);

}  // namespace pantile::random
