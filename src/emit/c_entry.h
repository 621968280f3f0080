// The entry points of an emitted pipeline: all checks, then the bounds, then the steps in order.
#pragma once

#include "emit/c_helpers.h"
#include "emit/c_names.h"
#include "emit/text.h"
#include "ir/loops.h"

namespace pantile::emit {

// 'struct NAME_frame', which every step receives, and the accessor of each buffer.
void write_frame(const ir::Loops& loops, CNames& names, TextWriter& out);

void write_entry(const ir::Loops& loops, CNames& names, CHelpers& helpers, TextWriter& out);

}  // namespace pantile::emit
