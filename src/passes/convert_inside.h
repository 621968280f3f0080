// Clamps that make the saturation of a conversion needless, moved to where they do.
//
// A conversion from float to integer truncates, saturates, and makes NaN 0. Where a clamp follows it, the
// same clamp before it leaves nothing to saturate:
//
//   clamp(i32(v), lo, hi) = i32(min(max(lo, v), hi))  for numbers 0 <= lo <= hi that are floats
//   u8(min(max(v, 0), hi)) = u8(min(max(0, v), hi))    for 0 <= hi
//
// 'max' passes over a NaN in the second place, so NaN becomes the lower number, which is what 0 would be
// clamped to. Emitting then sees a range without NaN and converts by one instruction.
#pragma once

#include "ir/loops.h"

namespace pantile::passes {

ir::Expr convert_inside(const ir::Expr& e);
ir::Loops convert_inside(const ir::Loops& loops);

}  // namespace pantile::passes
