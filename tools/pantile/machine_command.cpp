#include <fmt/format.h>

#include <cstdio>

#include "commands.h"
#include "pantile/machine.h"
#include "progress.h"

namespace pantile::tool {
namespace {

MachineDescription describe(const MachineOptions& options) {
    Progress progress("measuring this machine");
    return describe_machine({.measure = options.measure ? Measure::again : Measure::when_not_cached,
                             .progress = [&](int step, int of_steps, const std::string& what) {
                                 progress.now(fmt::format("measuring {} ({} of {})", what, step, of_steps));
                             }});
}

}  // namespace

int machine(const MachineOptions& options) {
    const MachineDescription description = describe(options);
    report(description.warnings);
    if (!options.file.empty()) return report(write_text(options.file, description.json));
    std::fputs((options.json ? description.json : description.text).c_str(), stdout);
    return kDone;
}

}  // namespace pantile::tool
