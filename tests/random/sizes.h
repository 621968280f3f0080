// Sizes for a random pipeline: output boxes as they come, inputs exactly as large as these need, parameters.
#pragma once

#include <optional>

#include "analysis/sizes.h"
#include "random/random.h"

namespace pantile::random {

// How large a trial may be.
struct SizeLimits {
    int64_t points = 3000;      // of each output
    int64_t work = 1500000;     // nodes that the interpreter evaluates
    int64_t elements = 200000;  // of each input
};

// Nothing when every size that was tried makes the interpreter work too long, or needs inputs without end.
std::optional<analysis::Sizes> choose_sizes(Random& random, const ir::Pipeline& pipeline,
                                            const analysis::Regions& regions, const SizeLimits& limits = {});

}  // namespace pantile::random
