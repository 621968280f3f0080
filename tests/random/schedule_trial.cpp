#include "random/schedule_trial.h"

#include <fmt/format.h>

#include "interp/interpret_loops.h"
#include "random/images.h"
#include "schedule/file.h"

namespace pantile::random {
namespace {

using interp::ParallelOrder;

constexpr int64_t kMostIterations = 2000000;

constexpr const char* kInlining = "inlining";

struct Decision {
    const char* name;
    bool (*taken)(const schedule::Group& group);
};
constexpr Decision kDecisions[] = {
    {"groups", [](const schedule::Group& g) { return g.stages.size() > 1; }},
    {"tiles", [](const schedule::Group& g) { return !g.tile.empty(); }},
    {"loose", [](const schedule::Group& g) { return g.shape == schedule::Shape::loose; }},
    {"rectangle", [](const schedule::Group& g) { return g.shape == schedule::Shape::rectangle; }},
    {"sliding", [](const schedule::Group& g) { return g.sliding.has_value(); }},
    {"order", [](const schedule::Group& g) { return !g.order.empty(); }},
    {"parallel", [](const schedule::Group& g) { return !g.parallel_dims.empty(); }},
    {"vectors", [](const schedule::Group& g) { return g.vector_dim.has_value(); }},
    {"registers", [](const schedule::Group& g) { return !g.registers.empty(); }},
    {"fused", [](const schedule::Group& g) { return !g.fused.empty(); }},
    {"reduction tiles", [](const schedule::Group& g) { return !g.reduction_tiles.empty(); }},
    {"streamed", [](const schedule::Group& g) { return !g.streamed.empty(); }},
};

// Boxes of the stages, for tile sizes that are close to them; without numbers any size will do.
std::vector<analysis::Box> boxes_of(const Trial& trial) {
    const auto regions = analysis::evaluate_regions(trial.pipeline, trial.compilation.regions, trial.sizes);
    if (regions) return regions->stages;
    std::vector<analysis::Box> boxes;
    for (const ir::Stage& stage : trial.pipeline.stages)
        boxes.emplace_back(stage.dims.size(), analysis::Interval{0, 7});
    return boxes;
}

std::string check_loops(const ScheduleTrial& t, const ir::Loops& loops, ParallelOrder order) {
    const Trial& trial = t.trial;
    LoopsRun run;
    try {
        run = run_loops(trial, loops, order);
    } catch (const std::logic_error& e) {
        return e.what();
    }
    if (!is_comparable(t)) return "";
    if (!trial.refused.empty()) return run.refused ? "" : "accepts what should be refused: " + trial.refused;
    if (run.refused) return "refuses its arguments: " + *run.refused;
    for (const auto& [name, expected] : trial.expected) {
        const std::string wrong = difference(name, expected, run.outputs.at(name));
        if (!wrong.empty()) return wrong;
    }
    return "";
}

}  // namespace

LoopsRun run_loops(const Trial& trial, const ir::Loops& loops, ParallelOrder order) {
    LoopsRun run;
    for (const std::string& name : trial.pipeline.outputs) {
        const ScalarType type = trial.pipeline.find_stage(name)->type;
        run.outputs.emplace(name, image_of(type, trial.sizes.outputs.at(name)));
    }
    run.refused = interp::interpret_loops(
        {loops, trial.inputs, run.outputs, trial.sizes.params, order, kMostIterations});
    return run;
}

const std::vector<std::string>& known_decisions() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all = {kInlining};
        for (const Decision& decision : kDecisions) all.emplace_back(decision.name);
        return all;
    }();
    return names;
}

ScheduleTrial make_schedule_trial(const Trial& trial, uint64_t schedule_seed, ScheduleCounts& counts) {
    ScheduleTrial out{trial, schedule_seed, {}};
    out.trial.pipeline.name = fmt::format("{}_s{}", trial.pipeline.name, schedule_seed);
    Random random(trial.seed * 1000 + schedule_seed);
    LegalSchedule legal = make_schedule(random, out.trial.pipeline, boxes_of(trial));
    out.schedule = std::move(legal.schedule);
    ++counts.legal;
    for (const auto& [reason, count] : legal.refusals) counts.refusals[reason] += count;
    for (const Decision& decision : kDecisions) {
        const bool taken =
            std::any_of(out.schedule.groups.begin(), out.schedule.groups.end(), decision.taken);
        if (taken) ++counts.with[decision.name];
    }
    if (!out.schedule.rewrites.empty()) ++counts.with[kInlining];
    return out;
}

bool is_comparable(const ScheduleTrial& t) { return t.trial.refused.empty() || t.schedule.rewrites.empty(); }

std::string check_passes(const ScheduleTrial& t, ScheduleCounts& counts) {
    std::string wrong, failed;
    const auto check = [&](const char* pass, const ir::Loops& loops, ParallelOrder order) {
        if (wrong.empty()) wrong = check_loops(t, loops, order);
        if (!wrong.empty() && failed.empty())
            failed = fmt::format("after {}{}: ", pass, order == ParallelOrder::forward ? "" : ", backwards");
    };
    const auto observe = [&](const char* pass, const ir::Loops& loops) {
        // Later passes keep the loops: another order of tasks would find the same again.
        if (std::string_view(pass) == "lower") check(pass, loops, ParallelOrder::backward);
        check(pass, loops, ParallelOrder::forward);
    };
    try {
        const Result<plan::Plan> plan = plan::make_plan(t.trial.pipeline, t.schedule, code_for(t.trial));
        if (!plan) return "a legal schedule is refused: " + plan.diagnostics()[0].message;
        driver::run_passes(*plan, observe);
    } catch (const interp::TooExpensive&) {
        ++counts.too_long;
    } catch (const std::exception& e) {
        return e.what();
    }
    return failed + wrong;
}

std::string compile(ScheduleTrial& t) {
    CompileOptions options;
    options.schedule = "random.json";
    options.target = target_of(t.trial);
    options.schedule_json = schedule::to_json(t.schedule, t.trial.pipeline);
    try {
        Result<driver::Compilation> compiled = driver::compile_to_c(t.trial.pipeline, options);
        if (!compiled) return compiled.diagnostics()[0].message;
        t.trial.compilation = std::move(*compiled);
    } catch (const std::exception& e) {
        return e.what();
    }
    return "";
}

bool takes_too_long(const ScheduleTrial& t) {
    try {
        run_loops(t.trial, t.trial.compilation.loops, ParallelOrder::forward);
    } catch (const interp::TooExpensive&) {
        return true;
    } catch (const std::logic_error&) {
        // A mistake, which the compiled program will show.
    }
    return false;
}

std::string to_text(const ScheduleCounts& c) {
    std::string out = fmt::format("{} schedules, {} too long; with", c.legal, c.too_long);
    for (const auto& [decision, count] : c.with) out += fmt::format(" {} {},", count, decision);
    out += " and refused:\n";
    for (const auto& [reason, count] : c.refusals) out += fmt::format("{:8} {}\n", count, reason);
    return out;
}

}  // namespace pantile::random
