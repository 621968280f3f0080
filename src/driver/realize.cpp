#include <fmt/format.h>

#include "ir/pipeline.h"
#include "pantile/compile.h"
#include "pantile/func.h"
#include "pantile/inspect.h"

namespace pantile {

Realization Func::realize(const std::vector<int64_t>& extents) const {
    const Pipeline pipeline = Pipeline::build({*this}).value();
    const ir::Stage& output = *pipeline.ir().find_stage(pipeline.ir().outputs[0]);
    if (extents.size() != output.dims.size()) {
        throw Error({{.message = fmt::format("'{}' has {} dimensions, but realize was given {} extents.",
                                             output.name, output.dims.size(), extents.size())}});
    }
    std::vector<Dimension> dims;
    for (const int64_t extent : extents) dims.push_back({0, extent, 0});
    const AnyBuffer result = AnyBuffer::allocate(output.type, std::move(dims)).value();
    CompileOptions options;
    for (size_t d = 0; d < extents.size(); ++d) options.scheduling.sizes[output.dims[d]] = extents[d];
    options.scheduling.sizes = rounded_extents(std::move(options.scheduling.sizes));
    const Kernel kernel = compile(pipeline, options).value();
    Bindings bindings = pipeline.bindings();
    Diagnostics found =
        kernel.run_into({std::move(bindings.images), std::move(bindings.params)}, {{output.name, result}});
    if (!found.empty()) throw Error(std::move(found));
    return Realization(result);
}

}  // namespace pantile
