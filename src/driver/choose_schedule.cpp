#include "driver/choose_schedule.h"

#include <fmt/format.h>

#include <chrono>

#include "driver/tuned_schedules.h"
#include "plan/schedule_file.h"

namespace pantile::driver {

namespace {

Result<search::ScheduleRequest> request_for(const ir::Pipeline& pipeline, const machine::Target& target,
                                            const CompileOptions& options) {
    const SchedulingOptions& wanted = options.scheduling;
    const Result<std::map<std::string, int64_t>> extents = analysis::known_extents(pipeline, wanted.sizes);
    if (!extents) return extents.diagnostics();
    std::optional<size_t> group_limit;
    if (wanted.group_limit) group_limit = static_cast<size_t>(std::max(1, *wanted.group_limit));
    return search::ScheduleRequest{.pipeline = pipeline,
                                   .scheduler = options.schedule,
                                   .cost_model = wanted.cost_model,
                                   .extents = *extents,
                                   .target = target,
                                   .budget = wanted.budget,
                                   .group_limit = group_limit};
}

// 'tune' measures when a pipeline runs; everything else can only look up what it found.
Result<ChosenSchedule> remembered_schedule(const ir::Pipeline& pipeline, const machine::Target& target,
                                           const CompileOptions& options) {
    const runtime::CacheDirectory cache =
        runtime::open_cache_directory(options.cache_directory, runtime::from_process_environment());
    if (auto found = load_tuned(cache, tuned_file(pipeline, target, options), pipeline)) {
        Result<plan::Plan> plan = plan::make_plan(pipeline, *found, target);
        if (!plan) return plan.diagnostics();
        return ChosenSchedule{.plan = std::move(*plan), .source = "found by measuring"};
    }
    Diagnostic d{.message = fmt::format(
                     "there is no tuned schedule of '{}' for this machine, size, number of threads and math.",
                     pipeline.name)};
    d.hints.push_back("'pantile run … --schedule tune --budget 30' makes one; so does 'tune' in C++.");
    return d;
}

}  // namespace

Result<ChosenSchedule> choose_schedule(const ir::Pipeline& pipeline, const machine::Target& target,
                                       const CompileOptions& options) {
    Result<search::ScheduleRequest> request = request_for(pipeline, target, options);
    if (!request) return request.diagnostics();
    if (!options.schedule_json.empty()) {
        Result<plan::PlannedFile> file =
            plan::read_schedule_file(options.schedule_json, options.schedule, pipeline, request->target);
        if (!file) return file.diagnostics();
        request->scheduler = file->scheduler;
        if (file->plan) {
            if (auto idle = search::why_without_effect(*request)) return std::move(*idle);
            return ChosenSchedule{.plan = std::move(*file->plan), .source = "read from a file"};
        }
        request->pins = std::move(file->pins);
    }
    if (request->scheduler == "tune" && !request->pins.empty())
        return Diagnostic{.file = options.schedule,
                          .message = "the scheduler 'tune' measures and takes no pins."};
    if (request->scheduler == "tune") {
        if (auto idle = search::why_without_effect(*request)) return std::move(*idle);
        return remembered_schedule(pipeline, target, options);
    }
    const auto begin = std::chrono::steady_clock::now();
    Result<search::ScheduleOutcome> made = search::make_schedule(*request);
    if (!made) {
        Diagnostics wrong = made.diagnostics();
        for (Diagnostic& d : wrong) {
            if (!options.schedule_json.empty()) d.file = options.schedule;
        }
        return wrong;
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return ChosenSchedule{.plan = std::move(made->plan),
                          .inlined = std::move(made->inlined),
                          .count = made->count,
                          .cost_model = std::move(made->cost_model),
                          .pins = std::move(request->pins),
                          .seconds = taken.count()};
}

}  // namespace pantile::driver
