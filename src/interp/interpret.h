// The reference interpreter: computes every stage over the box it needs, point by point, in the order of the
// stages. It is the meaning of the language, and the oracle of every test; it is meant to be obviously right,
// not fast.
#pragma once

#include <map>
#include <string>

#include "analysis/sizes.h"
#include "ir/pipeline.h"
#include "pantile/buffer.h"

namespace pantile::interp {

struct Request {
    const ir::Pipeline& pipeline;
    const std::map<std::string, AnyBuffer>& inputs;
    const analysis::Sizes& sizes;              // of the inputs and outputs, and the parameters
    const analysis::ConcreteRegions& regions;  // from evaluate_regions for these sizes
};

// One buffer for each output, by name, covering the box asked for.
Result<std::map<std::string, AnyBuffer>> interpret(const Request& request);

}  // namespace pantile::interp
