// Inputs that are exactly as large as given outputs need.
#pragma once

#include "random/sizes.h"

namespace pantile::random {

// 'sizes' with other boxes for the inputs: what is read of each, or that and more where the program uses the
// size of the input. Nothing when there is no end to it or the limits are passed.
std::optional<analysis::Sizes> fit_inputs(const ir::Pipeline& pipeline, const analysis::Regions& regions,
                                          const analysis::Sizes& sizes, const SizeLimits& limits);

}  // namespace pantile::random
