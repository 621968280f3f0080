#include "pantile/explain.h"

#include <algorithm>
#include <thread>

#include "driver/compile.h"
#include "ir/inline_stages.h"
#include "report/print_explanation.h"
#include "schedule/file.h"

namespace pantile {

Result<std::string> explain(const Pipeline& pipeline, const CompileOptions& options,
                            const ExplainOptions& wanted) {
    Result<std::map<std::string, int64_t>> extents = analysis::known_extents(pipeline.ir(), wanted.sizes);
    if (!extents) return extents.diagnostics();
    const Result<driver::Compilation> compiled = driver::compile_to_c(pipeline.ir(), options);
    if (!compiled) return compiled.diagnostics();
    const std::vector<std::string>& inlined = compiled->chosen.schedule.inlined;
    const ir::Pipeline stored = ir::inline_stages(pipeline.ir(), {inlined.begin(), inlined.end()});
    const Result<analysis::Regions> regions = analysis::infer_regions(stored);
    if (!regions) return regions.diagnostics();
    const int all = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const Result<report::Explanation> found = report::explain(
        {.pipeline = stored,
         .regions = *regions,
         .schedule = compiled->chosen.schedule,
         .loops = compiled->loops,
         .extents = std::move(*extents),
         .threads = wanted.threads > 0 ? wanted.threads : all,
         .footprints = wanted.footprints == Footprints::by_shape ? report::Footprints::by_shape
                                                                 : report::Footprints::none});
    if (!found) return found.diagnostics();
    return wanted.form == ReportForm::json ? report::to_json(*found) : report::to_text(*found);
}

Result<std::string> schedule_file(const Pipeline& pipeline, const CompileOptions& options) {
    const Result<driver::ChosenSchedule> chosen = driver::choose_schedule(pipeline.ir(), options);
    if (!chosen) return chosen.diagnostics();
    return schedule::to_json(chosen->schedule, pipeline.ir());
}

}  // namespace pantile
