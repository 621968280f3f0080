#include "plan/schedule_file.h"

namespace pantile::plan {

namespace {

Result<Plan> planned(const schedule::Schedule& schedule, const std::string& file,
                     const ir::Pipeline& pipeline, const machine::Target& target) {
    Result<Plan> plan = make_plan(pipeline, schedule, target);
    if (!plan) return schedule::in_file(plan.diagnostics(), file);
    return plan;
}

}  // namespace

Result<Plan> read_plan(const std::string& text, const std::string& file, const ir::Pipeline& pipeline,
                       const machine::Target& target) {
    const Result<schedule::Schedule> read = schedule::parse_schedule(text, file, pipeline);
    if (!read) return read.diagnostics();
    return planned(*read, file, pipeline, target);
}

Result<schedule::Schedule> read_schedule(const std::string& text, const std::string& file,
                                         const ir::Pipeline& pipeline) {
    const Result<Plan> plan = read_plan(text, file, pipeline, {});
    if (!plan) return plan.diagnostics();
    return *plan->schedule;
}

Result<PlannedFile> read_schedule_file(const std::string& text, const std::string& file,
                                       const ir::Pipeline& pipeline, const machine::Target& target) {
    Result<schedule::FileContents> read = schedule::parse_file(text, file, pipeline);
    if (!read) return read.diagnostics();
    PlannedFile out{std::nullopt, std::move(read->scheduler), std::move(read->pins)};
    if (!read->schedule) return out;
    Result<Plan> plan = planned(*read->schedule, file, pipeline, target);
    if (!plan) return plan.diagnostics();
    out.plan = std::move(*plan);
    return out;
}

}  // namespace pantile::plan
