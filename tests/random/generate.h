// Random pipelines, valid by construction.
#pragma once

#include <string>

#include "ir/pipeline.h"
#include "random/random.h"

namespace pantile::random {

// Passes ir::verify. 'name' is the pipeline's.
ir::Pipeline generate(Random& random, const std::string& name);

}  // namespace pantile::random
