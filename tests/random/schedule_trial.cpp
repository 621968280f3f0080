#include "random/schedule_trial.h"

#include <fmt/format.h>

#include "interp/interpret_loops.h"
#include "ir/print.h"
#include "ir/scalar.h"
#include "random/guarded_image.h"
#include "schedule/file.h"

namespace pantile::random {
namespace {

using interp::ParallelOrder;

constexpr int64_t kMostIterations = 2000000;

// Boxes of the stages, for tile sizes that are close to them; without numbers any size will do.
std::vector<analysis::Box> boxes_of(const Trial& trial) {
    const auto regions = analysis::evaluate_regions(trial.pipeline, trial.compilation.regions, trial.sizes);
    if (regions) return regions->stages;
    std::vector<analysis::Box> boxes;
    for (const ir::Stage& stage : trial.pipeline.stages)
        boxes.emplace_back(stage.dims.size(), analysis::Interval{0, 7});
    return boxes;
}

std::string compare(const std::string& name, const AnyBuffer& expected, const AnyBuffer& got) {
    std::string wrong;
    for_each_point(expected, [&](const std::vector<int64_t>& at) {
        const ir::Value a = ir::load_value(expected.type(), expected.address_of(at));
        const ir::Value b = ir::load_value(got.type(), got.address_of(at));
        if (a == b || !wrong.empty()) return;
        wrong = fmt::format("'{}' at ({}) is {}, not {}", name, fmt::join(at, ", "), ir::to_text(b),
                            ir::to_text(a));
    });
    return wrong;
}

std::string check_loops(const Trial& trial, const ir::Loops& loops, ParallelOrder order) {
    std::map<std::string, AnyBuffer> outputs;
    for (const std::string& name : trial.pipeline.outputs) {
        std::vector<Dimension> dims;
        for (const analysis::Interval& i : trial.sizes.outputs.at(name))
            dims.push_back({i.min, i.extent(), 0});
        const ScalarType type = trial.pipeline.find_stage(name)->type;
        outputs.emplace(name, AnyBuffer::allocate(type, std::move(dims)).value());
    }
    try {
        const auto refused = interp::interpret_loops(
            {loops, trial.inputs, outputs, trial.sizes.params, order, kMostIterations});
        if (!trial.refused.empty()) return refused ? "" : "accepts what should be refused: " + trial.refused;
        if (refused) return "refuses its arguments: " + *refused;
    } catch (const std::logic_error& e) {
        return e.what();
    }
    for (const auto& [name, expected] : trial.expected) {
        const std::string wrong = compare(name, expected, outputs.at(name));
        if (!wrong.empty()) return wrong;
    }
    return "";
}

}  // namespace

ScheduleTrial make_schedule_trial(const Trial& trial, uint64_t schedule_seed, ScheduleCounts& counts) {
    ScheduleTrial out{trial, schedule_seed, {}};
    out.trial.pipeline.name = fmt::format("{}_s{}", trial.pipeline.name, schedule_seed);
    Random random(trial.seed * 1000 + schedule_seed);
    LegalSchedule legal = make_schedule(random, out.trial.pipeline, boxes_of(trial));
    out.schedule = std::move(legal.schedule);
    ++counts.legal;
    for (const auto& [reason, count] : legal.refusals) counts.refusals[reason] += count;
    const auto any = [&](auto has) {
        return std::any_of(out.schedule.groups.begin(), out.schedule.groups.end(), has) ? size_t{1} : 0;
    };
    counts.with_groups += any([](const schedule::Group& g) { return g.stages.size() > 1; });
    counts.sliding += any([](const schedule::Group& g) { return g.sliding.has_value(); });
    counts.fused += any([](const schedule::Group& g) { return !g.fused.empty(); });
    counts.inlining += out.schedule.inlined.empty() ? 0u : 1u;
    return out;
}

std::string check_passes(const ScheduleTrial& t, ScheduleCounts& counts) {
    std::string wrong, failed;
    const auto check = [&](const char* pass, const ir::Loops& loops, ParallelOrder order) {
        if (wrong.empty()) wrong = check_loops(t.trial, loops, order);
        if (!wrong.empty() && failed.empty())
            failed = fmt::format("after {}{}: ", pass, order == ParallelOrder::forward ? "" : ", backwards");
    };
    const auto observe = [&](const char* pass, const ir::Loops& loops) {
        // Later passes keep the loops: another order of tasks would find the same again.
        if (std::string_view(pass) == "lower") check(pass, loops, ParallelOrder::backward);
        check(pass, loops, ParallelOrder::forward);
    };
    const driver::Compilation& known = t.trial.compilation;
    try {
        const auto loops = driver::run_passes({t.trial.pipeline, known.regions, known.limits, t.schedule},
                                              driver::vector_unit("native"), observe);
        if (!loops) return "a legal schedule is refused: " + loops.diagnostics()[0].message;
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

std::string to_text(const ScheduleCounts& c) {
    std::string out = fmt::format(
        "{} schedules: {} with groups of several stages, {} sliding, {} inlining, {} fused, {} too long; "
        "refused:\n",
        c.legal, c.with_groups, c.sliding, c.inlining, c.fused, c.too_long);
    for (const auto& [reason, count] : c.refusals) out += fmt::format("{:8} {}\n", count, reason);
    return out;
}

std::string reproducer(const ScheduleTrial& t) {
    return fmt::format(
        "reproduce: PANTILE_RANDOM_SEED={} PANTILE_SCHEDULE_SEED={} build/bin/pantile_tests "
        "--gtest_filter=Schedules.OneSeed\n{}\n{}",
        t.trial.seed, t.schedule_seed, schedule::to_json(t.schedule, t.trial.pipeline),
        ir::to_text(t.trial.pipeline));
}

}  // namespace pantile::random
