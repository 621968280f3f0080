// The caller's images and parameters, checked against the pipeline before anything runs.
#pragma once

#include <map>
#include <string>

#include "analysis/sizes.h"
#include "ir/pipeline.h"
#include "pantile/compile.h"

namespace pantile::driver {

// Arguments that fit the pipeline: every input is there with its type and rank, every parameter has a value.
struct BoundArguments {
    std::map<std::string, AnyBuffer> inputs;
    analysis::Sizes sizes;
};

Result<BoundArguments> bind_arguments(const ir::Pipeline& pipeline, const Arguments& arguments);

// Fills in the boxes of the outputs: the largest that the inputs allow, or as 'sizes' says by name of
// dimension.
Diagnostics choose_output_boxes(const ir::Pipeline& pipeline, const analysis::Regions& regions,
                                const std::map<std::string, int64_t>& sizes, BoundArguments& bound);

// The boxes of buffers that the caller gives for the outputs.
Diagnostics take_output_boxes(const ir::Pipeline& pipeline, const Outputs& outputs, BoundArguments& bound);

analysis::Box box_of(const AnyBuffer& buffer);

}  // namespace pantile::driver
