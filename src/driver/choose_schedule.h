// The schedule that a compilation uses: a scheduler's, a file's, or a file's pins filled in by a scheduler.
#pragma once

#include "pantile/compile.h"
#include "search/make_schedule.h"

namespace pantile::driver {

struct ChosenSchedule {
    plan::Plan plan;
    search::Inlining inlined;                  // with reasons, where a scheduler chose it
    std::optional<search::SearchCount> count;  // none: no scheduler made it now
    std::string source;                        // and then: 'read from a file', 'found by measuring'
    std::string cost_model;
    schedule::Pins pins;
    double seconds = 0;  // that the scheduler took

    const schedule::Schedule& schedule() const { return *plan.schedule; }
};

Result<ChosenSchedule> choose_schedule(const ir::Pipeline& pipeline, const machine::Target& target,
                                       const CompileOptions& options);

}  // namespace pantile::driver
