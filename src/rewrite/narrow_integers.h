// Integer arithmetic in fewer bits, where the values fit: vectors of narrow elements have more lanes.
#pragma once

#include "ir/pipeline.h"

namespace pantile::rewrite {

// The same pipeline, value by value. A definition is changed where that makes all of its arithmetic narrower:
// 'u8((i32(a) + i32(b)) / 2)' of bytes needs 16 bits. Indices stay as they are.
ir::Pipeline narrow_integers(const ir::Pipeline& pipeline);

}  // namespace pantile::rewrite
