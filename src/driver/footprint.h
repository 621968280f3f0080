// How much memory a run needs, known before it starts.
#pragma once

#include <optional>

#include "analysis/sizes.h"
#include "ir/loops.h"
#include "ir/pipeline.h"

namespace pantile::driver {

// Bytes of the outputs and of all stages that have storage of their own; nothing when it overflows.
std::optional<int64_t> bytes_needed(const ir::Pipeline& pipeline, const analysis::Regions& regions,
                                    const analysis::ConcreteRegions& concrete, const analysis::Sizes& sizes);

// The same for a compiled pipeline, whose stages share memory, on so many threads; 0: all.
std::optional<int64_t> bytes_needed(const ir::Pipeline& pipeline, const ir::Loops& loops,
                                    const analysis::Sizes& sizes, int threads);

// An error when the machine does not have that much.
Diagnostics check_memory(std::optional<int64_t> bytes);

}  // namespace pantile::driver
