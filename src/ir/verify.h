// The rules that every Pipeline obeys, whichever front end built it. Reports all violations at once.
#pragma once

#include "ir/pipeline.h"

namespace pantile::ir {

Diagnostics verify(const Pipeline& pipeline);

}  // namespace pantile::ir
