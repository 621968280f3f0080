#include "driver/footprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "analysis/peak_memory.h"
#include "base/checked.h"
#include "runtime/memory.h"

namespace pantile::driver {

namespace {

std::optional<int64_t> bytes_of(const analysis::Box& box, ScalarType type) {
    std::optional<int64_t> bytes = size_in_bytes(type);
    for (const analysis::Interval& range : box) bytes = bytes ? checked_mul(*bytes, range.extent()) : bytes;
    return bytes;
}

std::optional<int64_t> sum(std::optional<int64_t> a, std::optional<int64_t> b) {
    return a && b ? checked_add(*a, *b) : std::nullopt;
}

std::optional<int64_t> bytes_of_outputs(const ir::Pipeline& pipeline, const analysis::Sizes& sizes) {
    std::optional<int64_t> total = 0;
    for (const auto& [name, box] : sizes.outputs)
        total = sum(total, bytes_of(box, pipeline.find_stage(name)->type));
    return total;
}

std::string gigabytes(int64_t bytes) { return fmt::format("{:.1f} GB", static_cast<double>(bytes) / 1e9); }

}  // namespace

std::optional<int64_t> bytes_needed(const ir::Pipeline& pipeline, const analysis::Regions& regions,
                                    const analysis::ConcreteRegions& concrete, const analysis::Sizes& sizes) {
    std::optional<int64_t> total = bytes_of_outputs(pipeline, sizes);
    for (size_t s = 0; s < pipeline.stages.size(); ++s) {
        if (!regions.computed_in_place[s])
            total = sum(total, bytes_of(concrete.stages[s], pipeline.stages[s].type));
    }
    return total;
}

std::optional<int64_t> bytes_needed(const ir::Pipeline& pipeline, const ir::Loops& loops,
                                    const analysis::Sizes& sizes, int threads) {
    const int all = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    return sum(bytes_of_outputs(pipeline, sizes),
               analysis::peak_memory(loops, sizes, threads > 0 ? threads : all));
}

Diagnostics check_memory(std::optional<int64_t> bytes) {
    const int64_t available = runtime::available_memory();
    if (bytes && *bytes <= available) return {};
    const std::string needed = bytes ? gigabytes(*bytes) : "more than can be counted";
    Diagnostic d{.message = fmt::format("this run needs {} of memory; the machine has {} free.", needed,
                                        gigabytes(available))};
    d.hints.push_back("ask for a smaller output.");
    return {d};
}

}  // namespace pantile::driver
