// Ranges of float expressions as far as constants alone give them: enough to see that 'i32(clamp(v*255, 0,
// 255))' is an index into a table of 256 entries.
#pragma once

#include <optional>

#include "analysis/index.h"

namespace pantile::analysis {

// The integers that 'float_value' can become when it is converted to 'to'. Always contains 0, which NaN
// becomes.
std::optional<ValueRange> truncated_range(const Expr& float_value, ScalarType to);

// Whether 'float_value' is no NaN and truncates to a value of the integer type 'to': nothing saturates.
bool converts_inside(const Expr& float_value, ScalarType to);

}  // namespace pantile::analysis
