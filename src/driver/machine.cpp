#include "driver/machine.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "machine/measure.h"
#include "pantile/machine.h"
#include "runtime/environment.h"
#include "runtime/host_cpu.h"
#include "runtime/publish_file.h"

namespace pantile::driver {
namespace {

constexpr size_t kLargestFile = 64 << 10;

// Changes whenever measurements mean something else than before.
constexpr int kMeasurementVersion = 3;

bool same_hardware(const machine::Machine& a, const machine::Machine& b) {
    return a.name == b.name && a.cores == b.cores && a.vector_bytes == b.vector_bytes &&
           a.l1.bytes == b.l1.bytes && a.l2.bytes == b.l2.bytes && a.l3.bytes == b.l3.bytes;
}

Diagnostic assumed_sizes() {
    return {.severity = Severity::warning,
            .message = "the system does not report its cache sizes; common sizes are assumed.",
            .notes = {"many virtual machines hide the caches of the processor."},
            .hints = {"if you know the sizes, write them into a file made by 'pantile machine -o FILE'."}};
}

Diagnostic not_stored(const std::string& reason) {
    return {.severity = Severity::warning,
            .message = fmt::format("the measurement is not stored: {}.", reason),
            .notes = {"schedulers will use typical values."}};
}

}  // namespace

Host find_host() {
    const machine::Topology topology = machine::host_topology();
    const std::string identity = runtime::host_cpu_identity();
    const std::string key = fmt::format("{}{} cores, caches {} {} {}, version {}", identity, topology.cores,
                                        topology.l1, topology.l2, topology.l3, kMeasurementVersion);
    return {machine::typical(topology, runtime::vector_bytes(identity)), topology.cache_sizes,
            fmt::format("machine-{}.json", fingerprint(key))};
}

std::optional<machine::Machine> load_measurement(const runtime::CacheDirectory& cache, const Host& host) {
    if (!cache.descriptor.valid()) return std::nullopt;
    const std::optional<std::string> text =
        runtime::read_regular_file(cache.descriptor.number(), host.file, kLargestFile);
    if (!text) return std::nullopt;
    const Result<machine::Machine> found = machine::from_json(*text, host.file);
    if (!found || !found->measured || !same_hardware(*found, host.typical)) return std::nullopt;
    return *found;
}

std::string store_measurement(const runtime::CacheDirectory& cache, const Host& host,
                              const machine::Machine& measured) {
    if (!cache.descriptor.valid()) return "there is no cache directory";
    const int error =
        runtime::publish_file(cache.descriptor.number(), host.file, {machine::to_json(measured)});
    return error == 0 ? "" : runtime::describe_errno(error);
}

machine::Machine host_machine(const runtime::CacheDirectory& cache) {
    const Host host = find_host();
    return load_measurement(cache, host).value_or(host.typical);
}

}  // namespace pantile::driver

namespace pantile {

MachineDescription describe_machine(const MachineOptions& options) {
    const runtime::CacheDirectory cache =
        runtime::open_cache_directory(options.cache_directory, runtime::from_process_environment());
    MachineDescription description{.warnings = cache.warnings};
    const driver::Host host = driver::find_host();
    if (host.cache_sizes == machine::CacheSizes::assumed)
        description.warnings.push_back(driver::assumed_sizes());
    std::optional<machine::Machine> found = driver::load_measurement(cache, host);
    if (!found || options.measure == Measure::again) {
        found = machine::measure(host.typical, {.progress = options.progress});
        const std::string reason = driver::store_measurement(cache, host, *found);
        if (!reason.empty()) description.warnings.push_back(driver::not_stored(reason));
    }
    description.text = machine::to_text(*found);
    description.json = machine::to_json(*found);
    return description;
}

}  // namespace pantile
