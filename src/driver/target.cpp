#include "driver/target.h"

#include "driver/machine.h"
#include "runtime/host_cpu.h"

namespace pantile::driver {

namespace {

// The machine that the options describe, or this one with the vectors that the code may use.
Result<machine::Machine> machine_of(const CompileOptions& options, int vector_bytes) {
    const SchedulingOptions& wanted = options.scheduling;
    if (!wanted.machine_json.empty()) return machine::from_json(wanted.machine_json, wanted.machine_file);
    machine::Machine host = host_machine(
        runtime::open_cache_directory(options.cache_directory, runtime::from_process_environment()));
    host.vector_bytes = vector_bytes;
    return host;
}

}  // namespace

Result<machine::Target> target_of(const CompileOptions& options) {
    const Result<machine::InstructionSet> instructions = machine::instruction_set(options.target);
    if (!instructions) return instructions.diagnostics();
    const int vector_bytes = machine::vector_bytes(*instructions, runtime::host_vector_bytes());
    Result<machine::Machine> machine = machine_of(options, vector_bytes);
    if (!machine) return machine.diagnostics();
    const int threads = options.scheduling.threads > 0 ? options.scheduling.threads : machine->cores;
    return machine::Target{.machine = std::move(*machine),
                           .threads = threads,
                           .math = options.math,
                           .instructions = *instructions,
                           .vector_bytes = vector_bytes};
}

}  // namespace pantile::driver
