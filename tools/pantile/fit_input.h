// A picture from a file in the type and number of dimensions that an input of the program has.
#pragma once

#include <string>

#include "pantile/compile.h"

namespace pantile::tool {

// Pixels convert as 'convert_pixels' says. A gray picture fits an input with a channel dimension as one
// channel; a colour picture fits a gray input as its luma, 0.299 R + 0.587 G + 0.114 B; an alpha channel that
// the input has no room for is dropped. Names that the program does not have pass through: the library
// reports them.
Result<AnyBuffer> fit_input(const Pipeline& program, const std::string& name, const AnyBuffer& image);

}  // namespace pantile::tool
