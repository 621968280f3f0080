// The entry points of an emitted pipeline: all checks, then the bounds and the workspace, then the steps in
// order.
#pragma once

#include "emit/c_file.h"
#include "emit/text.h"

namespace pantile::emit {

void write_entry(const CFile& file, TextWriter& out);

}  // namespace pantile::emit
