// The whole compiler, from a pipeline to C text, in one function.
#pragma once

#include <functional>

#include "analysis/limits.h"
#include "analysis/regions.h"
#include "driver/choose_schedule.h"
#include "emit/emit_c.h"
#include "ir/loops.h"
#include "ir/pipeline.h"
#include "pantile/compile.h"
#include "plan/plan.h"

namespace pantile::driver {

// Sees the program after each pass, with the name of the pass.
using PassObserver = std::function<void(const char* pass, const ir::Loops& loops)>;

// Lowering and all passes, in order. Throws std::logic_error when a pass breaks the rules of Loops.
ir::Loops run_passes(const plan::Plan& plan, const PassObserver& observer);

// Everything that compiling found out on the way.
struct Compilation {
    analysis::Regions regions;  // of the pipeline as it was written
    analysis::Limits limits;
    ChosenSchedule chosen;
    ir::Loops loops;
    emit::EmittedFiles files;
};

Result<Compilation> compile_to_c(const ir::Pipeline& pipeline, const CompileOptions& options);

}  // namespace pantile::driver
