// PolyMage's and Halide's way to the last per cent: measure. Whole schedules of all schedulers and cost
// models first, then changes to the best one, those first that the model likes most.
#include "pantile/tune.h"
#include "base/out_of_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>

#include "driver/choose_schedule.h"
#include "driver/target.h"
#include "driver/tuned_schedules.h"
#include "ir/pipeline.h"
#include "pantile/inspect.h"
#include "schedule/file.h"
#include "search/predict_schedule.h"
#include "search/variations.h"

namespace pantile {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMostRuns = 5;
constexpr double kSlow = 1.5;        // a first run that takes so much longer than the best is not repeated
constexpr double kLongEnough = 0.3;  // seconds of runs
constexpr double kTooClose = 0.03;   // differences below this are measured again, in turns
constexpr double kSchedulingShare = 0.2;

struct Candidate {
    std::string origin;
    schedule::Schedule schedule;
    double predicted = 0;
};

class Tuning {
  public:
    Tuning(const Pipeline& pipeline, const Arguments& arguments, const CompileOptions& options,
           const machine::Target& target, const TuneOptions& wanted)
        : pipeline_(pipeline), arguments_(arguments), options_(options), target_(target), wanted_(wanted) {
        end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(options.scheduling.budget));
    }

    Result<Tuned> run() {
        for (Candidate& c : proposals()) {
            if (best_ && is_over()) break;
            measure(std::move(c));
        }
        if (!best_) return problems_;
        climb();
        return Tuned{.schedule_json = schedule::to_json(best_->schedule, pipeline_.ir()),
                     .measured = measured_,
                     .milliseconds = best_time_,
                     .origin = best_->origin};
    }

    const schedule::Schedule& best() const { return best_->schedule; }

  private:
    bool is_over() const { return Clock::now() >= end_; }
    double seconds_left() const {
        return std::max(0.0, std::chrono::duration<double>(end_ - Clock::now()).count());
    }

    std::vector<Candidate> proposals() {
        std::vector<Candidate> out;
        for (const auto& [scheduler, cost] :
             {std::pair("auto", ""), std::pair("dp", ""), std::pair("dp", "pantile"),
              std::pair("dp", "halide"), std::pair("greedy", ""), std::pair("greedy", "pantile"),
              std::pair("greedy", "polymage"), std::pair("polymage", ""), std::pair("forma", ""),
              std::pair("naive", "")}) {
            CompileOptions options = options_;
            options.schedule = scheduler;
            options.schedule_json.clear();
            options.scheduling.cost_model = cost;
            if (!search::takes_group_limit(scheduler)) options.scheduling.group_limit.reset();
            options.scheduling.budget = std::min(2.0, kSchedulingShare * options_.scheduling.budget);
            Result<driver::ChosenSchedule> made = driver::choose_schedule(pipeline_.ir(), target_, options);
            if (!made) {
                problems_ = made.diagnostics();
                continue;
            }
            const std::string origin =
                *cost ? fmt::format("{} with the cost model {}", scheduler, cost) : std::string(scheduler);
            schedule::Schedule schedule = made->schedule();
            schedule.name = driver::kTunedName;
            if (is_new(schedule)) out.push_back({origin, std::move(schedule)});
        }
        sort_by_prediction(out, 1);
        return out;
    }

    bool is_new(const schedule::Schedule& s) {
        return seen_.insert(schedule::to_json(s, pipeline_.ir())).second;
    }

    // The first ones keep their places: there is always a schedule of 'auto'.
    void sort_by_prediction(std::vector<Candidate>& all, size_t kept) const {
        const auto extents = search::expected_extents(pipeline_.ir(), options_.scheduling.sizes);
        for (Candidate& c : all)
            c.predicted =
                search::predicted_time(c.schedule, pipeline_.ir(), extents, target_).value_or(1e300);
        if (all.size() <= kept) return;
        std::stable_sort(all.begin() + static_cast<ptrdiff_t>(kept), all.end(),
                         [](const Candidate& a, const Candidate& b) { return a.predicted < b.predicted; });
    }

    // Changes to the best, again from the new best, until nothing helps or time is up.
    void climb() {
        for (bool changed = true; changed && !is_over();) {
            changed = false;
            const search::ScheduleRequest request{.pipeline = pipeline_.ir(), .target = target_};
            std::vector<Candidate> near;
            for (schedule::Schedule& s : search::neighbours(request, best_->schedule)) {
                if (is_new(s)) near.push_back({changed_origin(), std::move(s)});
            }
            sort_by_prediction(near, 0);
            for (Candidate& c : near) {
                if (is_over()) return;
                changed |= measure(std::move(c));
            }
        }
    }

    std::string changed_origin() const {
        constexpr std::string_view kChanged = ", other tiles";
        const bool is_changed = best_->origin.ends_with(kChanged);
        return is_changed ? best_->origin : fmt::format("{}{}", best_->origin, kChanged);
    }

    // Whether it became the best.
    bool measure(Candidate candidate) {
        wanted_.progress({measured_, best_time_, seconds_left(), candidate.origin});
        CompileOptions options = options_;
        options.schedule = "candidate";
        options.schedule_json = schedule::to_json(candidate.schedule, pipeline_.ir());
        options.scheduling.group_limit.reset();
        const Result<Kernel> kernel = compile(pipeline_, options);
        if (!kernel) return fail(kernel.diagnostics());
        if (!outputs_) {
            Result<Outputs> first = kernel->run(arguments_, wanted_.sizes);
            if (!first) return fail(first.diagnostics());
            outputs_ = std::move(*first);
        }
        double time = fewest_milliseconds(*kernel);
        if (time <= 0) return false;
        ++measured_;
        if (best_ && std::abs(time / best_time_ - 1) < kTooClose) {
            for (int i = 0; i < kMostRuns && !is_over(); ++i) {
                best_time_ = std::min(best_time_, milliseconds(*best_kernel_));
                time = std::min(time, milliseconds(*kernel));
            }
        }
        if (best_ && time >= best_time_) return false;
        best_ = std::move(candidate);
        best_kernel_ = *kernel;
        best_time_ = time;
        return true;
    }

    bool fail(const Diagnostics& found) {
        problems_ = found;
        return false;
    }

    double milliseconds(const Kernel& kernel) {
        const auto begin = Clock::now();
        if (const Diagnostics found = kernel.run_into(arguments_, *outputs_); !found.empty()) {
            problems_ = found;
            return 0;
        }
        return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    }

    double fewest_milliseconds(const Kernel& kernel) {
        double best = 0, all = 0;
        for (int i = 0; i < kMostRuns && all < kLongEnough * 1e3; ++i) {
            const double time = milliseconds(kernel);
            if (time <= 0) return 0;
            best = i == 0 ? time : std::min(best, time);
            all += time;
            if (best_ && time > kSlow * best_time_) break;
        }
        return best;
    }

    const Pipeline& pipeline_;
    const Arguments& arguments_;
    const CompileOptions& options_;
    const machine::Target& target_;  // of all candidates
    const TuneOptions& wanted_;
    Clock::time_point end_;
    std::set<std::string> seen_;
    std::optional<Outputs> outputs_;
    std::optional<Candidate> best_;
    std::optional<Kernel> best_kernel_;
    double best_time_ = 0;
    int measured_ = 0;
    Diagnostics problems_;
};

Diagnostics remember(const runtime::CacheDirectory& cache, const std::string& file,
                     const schedule::Schedule& best, const ir::Pipeline& pipeline) {
    if (!cache.warnings.empty()) {
        // What stands in for a directory that is refused is gone with the process.
        Diagnostics out = cache.warnings;
        out.front().notes.emplace_back("the schedule is not remembered.");
        return out;
    }
    const std::string reason = driver::store_tuned(cache, file, best, pipeline);
    if (reason.empty()) return {};
    return {{.severity = Severity::warning,
             .message = fmt::format("the schedule is not remembered: {}.", reason),
             .hints = {fmt::format("make '{}' writable, or set 'XDG_CACHE_HOME' to another directory.",
                                   cache.path)}}};
}

}  // namespace

Result<Tuned> tune(const Pipeline& pipeline, const Arguments& arguments, const CompileOptions& options,
                   const TuneOptions& wanted) try {
    if (auto idle = search::why_without_effect(
            {.pipeline = pipeline.ir(), .scheduler = "tune", .cost_model = options.scheduling.cost_model}))
        return std::move(*idle);
    const Result<std::map<std::string, int64_t>> extents = output_extents(pipeline, arguments, wanted.sizes);
    if (!extents) return extents.diagnostics();
    CompileOptions known = options;
    known.scheduling.sizes = rounded_extents(*extents);
    known.scheduling.threads = arguments.threads;
    const Result<machine::Target> target = driver::target_of(known);
    if (!target) return target.diagnostics();
    const runtime::CacheDirectory cache =
        runtime::open_cache_directory(options.cache_directory, runtime::from_process_environment());
    const std::string file = driver::tuned_file(pipeline.ir(), *target, known);
    if (wanted.when == Tune::when_not_known) {
        if (const auto found = driver::load_tuned(cache, file, pipeline.ir()))
            return Tuned{.schedule_json = schedule::to_json(*found, pipeline.ir()), .was_known = true};
    }
    Tuning tuning(pipeline, arguments, known, *target, wanted);
    Result<Tuned> out = tuning.run();
    if (!out) return out;
    out->warnings = remember(cache, file, tuning.best(), pipeline.ir());
    return out;
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

}  // namespace pantile
