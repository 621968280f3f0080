// Pictures from files: PNG, JPEG, TIFF, PBM/PGM/PPM, PFM and NPY.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "pantile/buffer.h"
#include "pantile/result.h"

namespace pantile::image {

// A dense planar buffer in the file's own type (u8, u16, f32, f64; any type for NPY). Dimension 0 is x, 1 is
// y and 2 is the channel, which is there only when the picture has more than one. Of an NPY array the last
// axis is dimension 0. The content decides the format, not the name.
//
// It does not apply colour profiles, gamma or orientation tags: the samples are those that the file stores.
Result<AnyBuffer> read_image(const std::string& path);

// The same for a file that is in memory already; 'name' is what diagnostics call it.
Result<AnyBuffer> decode_image(std::span<const uint8_t> bytes, const std::string& name);

}  // namespace pantile::image
