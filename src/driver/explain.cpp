#include "pantile/explain.h"

#include <new>

#include "base/out_of_memory.h"
#include "driver/compile.h"
#include "driver/target.h"
#include "report/count.h"
#include "report/print_explanation.h"
#include "schedule/file.h"

namespace pantile {

namespace {

using driver::ChosenSchedule;

search::Decision decision_of(const ChosenSchedule& chosen) {
    if (!chosen.count) return {};
    return {.scheduler = chosen.schedule().name,
            .cost_model = chosen.cost_model,
            .pins = chosen.pins,
            .was_bounded = chosen.count->was_bounded};
}

Result<report::Explanation> explanation_of(const ir::Pipeline& pipeline, const driver::Compilation& compiled,
                                           const ExplainOptions& wanted) {
    Result<std::map<std::string, int64_t>> extents = analysis::known_extents(pipeline, wanted.sizes);
    if (!extents) return extents.diagnostics();
    const ChosenSchedule& chosen = compiled.chosen;
    const cost::StageGraph graph = search::expected_graph(
        *chosen.plan.rewritten, search::expected_extents(pipeline, *extents), chosen.plan.target);
    machine::Target target = chosen.plan.target;
    if (wanted.threads > 0) target.threads = wanted.threads;
    const search::Decision by = decision_of(chosen);
    Result<report::Explanation> found = report::explain(
        {.plan = chosen.plan,
         .loops = compiled.loops,
         .graph = graph,
         .target = target,
         .by = by,
         .extents = std::move(*extents),
         .footprints = wanted.footprints == Footprints::by_shape ? report::Footprints::by_shape
                                                                 : report::Footprints::none});
    if (!found) return found;
    found->count = chosen.count;
    found->source = chosen.source;
    found->reasons = chosen.inlined;
    return found;
}

Result<ChosenSchedule> chosen_schedule(const ir::Pipeline& pipeline, const CompileOptions& options) {
    const Result<machine::Target> target = driver::target_of(options);
    if (!target) return target.diagnostics();
    return driver::choose_schedule(pipeline, *target, options);
}

Result<std::string> count_text(const ir::Pipeline& pipeline, const CompileOptions& options) {
    const Result<ChosenSchedule> chosen = chosen_schedule(pipeline, options);
    if (!chosen) return chosen.diagnostics();
    return report::to_text({.pipeline = pipeline.name,
                            .stages = pipeline.stages.size(),
                            .scheduler = chosen->schedule().name,
                            .cost_model = chosen->cost_model,
                            .count = chosen->count,
                            .source = chosen->source,
                            .seconds = chosen->seconds});
}

}  // namespace

Result<std::string> explain(const Pipeline& pipeline, const CompileOptions& options,
                            const ExplainOptions& wanted) try {
    if (wanted.form == ReportForm::count) return count_text(pipeline.ir(), options);
    const Result<driver::Compilation> compiled = driver::compile_to_c(pipeline.ir(), options);
    if (!compiled) return compiled.diagnostics();
    const Result<report::Explanation> found = explanation_of(pipeline.ir(), *compiled, wanted);
    if (!found) return found.diagnostics();
    if (wanted.form == ReportForm::dot) return report::to_dot(*found, pipeline.ir());
    return wanted.form == ReportForm::json ? report::to_json(*found) : report::to_text(*found);
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

Result<std::string> schedule_file(const Pipeline& pipeline, const CompileOptions& options) try {
    const Result<ChosenSchedule> chosen = chosen_schedule(pipeline.ir(), options);
    if (!chosen) return chosen.diagnostics();
    return schedule::to_json(chosen->schedule(), pipeline.ir());
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

}  // namespace pantile
