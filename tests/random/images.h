// Random images whose elements depend on the seed, the name of the image and the place alone: a crop of an
// image, or one that reaches further, agrees with it wherever both have a value.
#pragma once

#include "analysis/sizes.h"
#include "ir/pipeline.h"
#include "pantile/buffer.h"

namespace pantile::random {

AnyBuffer random_image(uint64_t seed, const ir::Input& input, const analysis::Box& box);

// Room for the elements of a box.
AnyBuffer image_of(ScalarType type, const analysis::Box& box);

// Where two images of the same box differ first, as a sentence about 'name'; nothing when they do not.
std::string difference(const std::string& name, const AnyBuffer& expected, const AnyBuffer& got);

}  // namespace pantile::random
