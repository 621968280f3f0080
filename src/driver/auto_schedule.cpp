#include "pantile/auto_schedule.h"

#include <new>

#include "base/out_of_memory.h"
#include "driver/choose_schedule.h"
#include "driver/target.h"
#include "schedule/file.h"
#include "schedule/print.h"

namespace pantile {

Result<AutoSchedule> Pipeline::auto_schedule(const AutoScheduleOptions& options) const try {
    CompileOptions code;
    code.schedule = options.scheduler;
    code.scheduling = {.sizes = options.sizes,
                       .threads = options.threads,
                       .cost_model = options.cost_model,
                       .budget = options.budget,
                       .group_limit = options.group_limit,
                       .machine_json = options.machine_json,
                       .machine_file = "the machine"};
    code.target = options.target;
    code.cache_directory = options.cache_directory;
    const Result<machine::Target> target = driver::target_of(code);
    if (!target) return target.diagnostics();
    const Result<driver::ChosenSchedule> chosen = driver::choose_schedule(ir(), *target, code);
    if (!chosen) return chosen.diagnostics();
    return AutoSchedule(schedule::to_json(chosen->schedule(), ir()),
                        schedule::to_text(chosen->schedule(), ir()));
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

}  // namespace pantile
