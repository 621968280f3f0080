#include "driver/compile.h"

#include <fmt/format.h>

#include <new>
#include <stdexcept>

#include "base/out_of_memory.h"
#include "driver/target.h"
#include "ir/verify_loops.h"
#include "lower/lower.h"
#include "passes/convert_inside.h"
#include "passes/hoist_invariants.h"
#include "passes/name_shared_bounds.h"
#include "passes/place_scratch.h"
#include "passes/plan_storage.h"
#include "passes/reduce_strength.h"
#include "passes/split_borders.h"
#include "passes/split_cases.h"
#include "passes/vector_indices.h"
#include "passes/vectorize.h"
#include "search/make_schedule.h"

namespace pantile::driver {

ir::Loops run_passes(const plan::Plan& plan, const PassObserver& observer) {
    // A pass that breaks the rules of Loops is our mistake: better an internal error than wrong code.
    const auto after = [&](const char* pass, ir::Loops loops) {
        if (const auto violation = ir::violation_of(loops))
            throw std::logic_error(fmt::format("after {}: {}", pass, *violation));
        observer(pass, loops);
        return loops;
    };
    ir::Loops loops = after("lower", lower::lower(plan));
    // Before the split, so that both copies share what moves; after it, since the interior has fewer
    // conditions.
    loops = after("hoist_invariants", passes::hoist_invariants(loops));
    loops = after("split_borders", passes::split_borders(loops, plan.target));
    loops = after("hoist_invariants", passes::hoist_invariants(loops));
    loops = after("reduce_strength", passes::reduce_strength(loops));
    loops = after("convert_inside", passes::convert_inside(loops));
    loops = after("split_cases", passes::split_cases(loops));
    loops = after("vectorize", passes::vectorize(loops, plan.target));
    loops = after("vector_indices", passes::vector_indices(loops));
    loops = after("place_scratch", passes::place_scratch(loops));
    loops = after("plan_storage", passes::plan_storage(loops));
    return after("name_shared_bounds", passes::name_shared_bounds(loops));
}

namespace {

emit::EmittedFiles emit_for_device(const ir::Loops& loops, const emit::EmitOptions& options) {
    switch (options.target.device) {
        case machine::Device::cpu: return emit::emit_c(loops, options);
    }
    throw std::logic_error("no code is emitted for this device");
}

}  // namespace

Result<Compilation> compile_to_c(const ir::Pipeline& pipeline, const CompileOptions& options) {
    const Result<machine::Target> target = target_of(options);
    if (!target) return target.diagnostics();

    Result<analysis::Regions> regions = analysis::infer_regions(pipeline);
    if (!regions) return regions.diagnostics();
    Result<analysis::Limits> limits = analysis::choose_limits(pipeline, *regions);
    if (!limits) return limits.diagnostics();
    Result<ChosenSchedule> chosen = choose_schedule(pipeline, *target, options);
    if (!chosen) return chosen.diagnostics();

    ir::Loops loops = run_passes(chosen->plan, [](const char*, const ir::Loops&) {});

    const emit::ParallelForm parallel =
        options.parallel == Parallel::openmp ? emit::ParallelForm::openmp : emit::ParallelForm::callback;
    emit::EmittedFiles files = emit_for_device(loops, {chosen->plan.target, PANTILE_VERSION, parallel});
    return Compilation{std::move(*regions), std::move(*limits), std::move(*chosen), std::move(loops),
                       std::move(files)};
}

}  // namespace pantile::driver

namespace pantile {

std::vector<std::string> scheduler_names() { return search::scheduler_names(); }

Result<EmittedC> emit_c(const Pipeline& pipeline, const CompileOptions& options) try {
    Result<driver::Compilation> compiled = driver::compile_to_c(pipeline.ir(), options);
    if (!compiled) return compiled.diagnostics();
    return EmittedC{std::move(compiled->files.source), std::move(compiled->files.header)};
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

}  // namespace pantile
