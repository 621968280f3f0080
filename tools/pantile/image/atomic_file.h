// Writes a file so that others see all of it or nothing.
#pragma once

#include <string>

#include "image/format.h"
#include "pantile/diagnostic.h"

namespace pantile::image {

// Writes beside the target, then renames. Refuses a target that is there and no ordinary file; writes through
// a symbolic link. It does not flush to the disk: after a power failure the old or no content may be there.
Diagnostics replace_file(const std::string& path, Bytes bytes);

}  // namespace pantile::image
