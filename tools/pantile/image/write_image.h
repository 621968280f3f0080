// Pictures to files; the extension of the name decides the format.
#pragma once

#include <string>

#include "pantile/buffer.h"
#include "pantile/diagnostic.h"

namespace pantile::image {

// Writes .png, .jpg, .jpeg, .tif, .tiff, .pgm, .ppm, .pnm, .pfm or .npy. The result is empty when all went
// well. The file appears whole or not at all: it is written beside its target and then renamed.
//
// It never converts: a type that the format cannot hold is refused (see 'storage_type_for' in convert.h).
Diagnostics write_image(const std::string& path, const AnyBuffer& image);

}  // namespace pantile::image
