// A picture for examples, tests and benchmarks that needs no file.
#pragma once

#include <cstdint>

#include "pantile/buffer.h"

namespace pantile::image {

// A landscape with a lake and a house under pantiles: 'u8', dimensions x, y and 3 channels. The same size and
// seed give the same bytes on every machine. Smooth, noisy and sharp-edged parts are all in it. Throws Error
// when the size is not positive or there is no memory.
AnyBuffer make_photo(int width, int height, uint32_t seed);

}  // namespace pantile::image
