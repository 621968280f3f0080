// A pipeline with inputs that hold exactly what is read: for tests of vectors at all sizes.
#pragma once

#include <string>
#include <vector>

#include "random/trial.h"
#include "random/values.h"

namespace pantile::random {

inline AnyBuffer filled(ScalarType type, const analysis::Box& box) {
    Random random(7);
    std::vector<Dimension> dims;
    for (const analysis::Interval& i : box) dims.push_back({i.min, i.extent(), 0});
    const AnyBuffer image = AnyBuffer::allocate(type, dims).value();
    for (int64_t i = 0; i < image.element_count(); ++i)
        ir::store_value(random_value(random, type), image.data() + i * size_in_bytes(type));
    return image;
}

// Asks for two rows with these columns of every output, and gives inputs that hold what is read for them.
inline void set_columns(Trial& trial, const analysis::Interval& columns) {
    for (const ir::Input& input : trial.pipeline.inputs)
        trial.sizes.inputs[input.name] = analysis::Box(input.dims.size(), {-1000, 1000});
    for (const std::string& output : trial.pipeline.outputs) trial.sizes.outputs[output] = {columns, {0, 1}};
    const auto read =
        analysis::evaluate_regions(trial.pipeline, trial.compilation.regions, trial.sizes).value();
    for (size_t i = 0; i < trial.pipeline.inputs.size(); ++i) {
        const ir::Input& input = trial.pipeline.inputs[i];
        trial.sizes.inputs[input.name] = read.inputs[i];
        trial.inputs[input.name] = filled(input.type, read.inputs[i]);
    }
    ask_interpreter(trial);
}

}  // namespace pantile::random
