// The target that a user asks for.
#pragma once

#include "machine/target.h"
#include "pantile/compile.h"

namespace pantile::driver {

// Reads all that the options say of it; what they do not say is as on this machine.
Result<machine::Target> target_of(const CompileOptions& options);

}  // namespace pantile::driver
