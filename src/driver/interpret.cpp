#include "interp/interpret.h"

#include <new>

#include "base/out_of_memory.h"
#include "driver/arguments.h"
#include "driver/footprint.h"
#include "front/text/parse.h"
#include "pantile/compile.h"
#include "pantile/func.h"

namespace pantile {

Result<Pipeline> parse_pan(std::string text, std::string file, std::map<std::string, int64_t> defines) try {
    Result<ir::Pipeline> parsed =
        front::parse_pipeline({std::move(file), std::move(text), std::move(defines)});
    if (!parsed) return parsed.diagnostics();
    return Pipeline(std::make_shared<const ir::Pipeline>(std::move(*parsed)));
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

Result<Outputs> interpret(const Pipeline& pipeline, const Arguments& arguments,
                          const std::map<std::string, int64_t>& sizes) try {
    const ir::Pipeline& program = pipeline.ir();
    Result<analysis::Regions> regions = analysis::infer_regions(program);
    if (!regions) return regions.diagnostics();
    Result<driver::BoundArguments> bound = driver::bind_arguments(program, arguments);
    if (!bound) return bound.diagnostics();
    if (Diagnostics found = driver::choose_output_boxes(program, *regions, sizes, *bound); !found.empty())
        return found;
    Result<analysis::ConcreteRegions> concrete = analysis::evaluate_regions(program, *regions, bound->sizes);
    if (!concrete) return concrete.diagnostics();
    const auto bytes = driver::bytes_needed(program, *regions, *concrete, bound->sizes);
    if (Diagnostics found = driver::check_memory(bytes); !found.empty()) return found;
    return interp::interpret({program, bound->inputs, bound->sizes, *concrete});
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

}  // namespace pantile
