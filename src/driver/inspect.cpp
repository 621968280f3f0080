#include "pantile/inspect.h"

#include <algorithm>
#include <bit>
#include <new>

#include "analysis/regions.h"
#include "base/out_of_memory.h"
#include "driver/arguments.h"
#include "ir/pipeline.h"

namespace pantile {

Result<std::map<std::string, int64_t>> output_extents(const Pipeline& pipeline, const Arguments& arguments,
                                                      const std::map<std::string, int64_t>& sizes) try {
    const Result<analysis::Regions> regions = analysis::infer_regions(pipeline.ir());
    if (!regions) return regions.diagnostics();
    Result<driver::BoundArguments> bound = driver::bind_arguments(pipeline.ir(), arguments);
    if (!bound) return bound.diagnostics();
    Diagnostics found = driver::choose_output_boxes(pipeline.ir(), *regions, sizes, *bound);
    if (!found.empty()) return found;
    std::map<std::string, int64_t> extents;
    for (const auto& [name, box] : bound->sizes.outputs) {
        const std::vector<std::string>& dims = pipeline.ir().find_stage(name)->dims;
        for (size_t d = 0; d < dims.size(); ++d)
            extents[dims[d]] = std::max(extents[dims[d]], box[d].extent());
    }
    return extents;
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

std::map<std::string, int64_t> rounded_extents(std::map<std::string, int64_t> extents) {
    for (auto& [dim, extent] : extents) {
        // Three bits are kept: sizes that differ by less than an eighth or so are taken for one.
        const int bits =
            static_cast<int>(std::bit_width(static_cast<uint64_t>(std::max<int64_t>(extent, 1))));
        const int64_t step = bits > 3 ? int64_t{1} << (bits - 3) : 1;
        extent = std::max<int64_t>(1, (extent + step / 2) / step * step);
    }
    return extents;
}

std::vector<ImageInfo> inputs_of(const Pipeline& pipeline) {
    std::vector<ImageInfo> all;
    for (const ir::Input& input : pipeline.ir().inputs) all.push_back({input.name, input.type, input.dims});
    return all;
}

std::vector<ImageInfo> outputs_of(const Pipeline& pipeline) {
    std::vector<ImageInfo> all;
    for (const std::string& name : pipeline.ir().outputs) {
        const ir::Stage& stage = *pipeline.ir().find_stage(name);
        all.push_back({stage.name, stage.type, stage.dims});
    }
    return all;
}

}  // namespace pantile
