#include "driver/tuned_schedules.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "driver/machine.h"
#include "pantile/inspect.h"
#include "plan/schedule_file.h"
#include "runtime/publish_file.h"

namespace pantile::driver {

namespace {

constexpr size_t kLargestFile = 4 << 20;

// Changes whenever the code that schedules become is so different that old measurements mean nothing.
constexpr int kTunedVersion = 1;

// As we write it: spaces and the order of keys make no other machine.
std::string given_machine(const SchedulingOptions& options) {
    if (options.machine_json.empty()) return "";
    const Result<machine::Machine> read = machine::from_json(options.machine_json, options.machine_file);
    return " for " + (read ? machine::to_json(*read) : options.machine_json);
}

}  // namespace

std::string tuned_file(const ir::Pipeline& pipeline, const machine::Target& target,
                       const CompileOptions& options) {
    std::string key =
        fmt::format("{} {} {} threads {} {} {} version {}", schedule::hash_of(pipeline), find_host().file,
                    options.scheduling.threads, name_of(target.instructions), options.compiler,
                    target.math == Math::fast ? "fast" : "strict", kTunedVersion);
    key += given_machine(options.scheduling);
    for (const auto& [dim, extent] :
         rounded_extents(search::expected_extents(pipeline, options.scheduling.sizes)))
        key += fmt::format(" {}={}", dim, extent);
    return fmt::format("tuned-{}.json", fingerprint(key));
}

std::optional<schedule::Schedule> load_tuned(const runtime::CacheDirectory& cache, const std::string& file,
                                             const ir::Pipeline& pipeline) {
    if (!cache.descriptor.valid()) return std::nullopt;
    const std::optional<std::string> text =
        runtime::read_regular_file(cache.descriptor.number(), file, kLargestFile);
    if (!text) return std::nullopt;
    Result<schedule::Schedule> found = plan::read_schedule(*text, file, pipeline);
    if (!found) return std::nullopt;
    found->name = kTunedName;
    return std::move(*found);
}

std::string store_tuned(const runtime::CacheDirectory& cache, const std::string& file,
                        const schedule::Schedule& schedule, const ir::Pipeline& pipeline) {
    if (!cache.descriptor.valid()) return "there is no cache directory";
    const int error =
        runtime::publish_file(cache.descriptor.number(), file, {schedule::to_json(schedule, pipeline)});
    return error == 0 ? "" : runtime::describe_errno(error);
}

}  // namespace pantile::driver
