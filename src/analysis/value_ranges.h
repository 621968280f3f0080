// The values that integer stages can have by their formulas alone: a stage 'clamp(…, 0, 15)' indexes a table
// of 16.
#pragma once

#include "analysis/index.h"

namespace pantile::analysis {

// Only stages with a known range of useful size are listed.
ValueRanges value_ranges(const ir::Pipeline& pipeline);

}  // namespace pantile::analysis
