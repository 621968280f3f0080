// What cost models take for the geometry of a group is what its plan has, whoever orders the group's stages.
// Rows of scratch that only nearly agreed would be a model that prefers walks which do not fit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cost/planned_group.h"
#include "ir/print.h"
#include "long_run.h"
#include "random/schedule_trial.h"
#include "search/make_schedule.h"

namespace pantile::random {
namespace {

using namespace plan;

std::string shown(Rational r) { return fmt::format("{}/{}", r.numerator(), r.denominator()); }

std::string shown(const StageDim& d) {
    std::string text = d.place ? fmt::format("{}*{}", d.place->dim, shown(d.place->scale)) : "free";
    if (d.halo) text += fmt::format(" halo {} {}", shown(d.halo->lowest), shown(d.halo->highest));
    if (d.window) {
        text += fmt::format(" window {} {}", shown(d.window->lowest), shown(d.window->highest));
        for (const Warp& w : d.window->warps) text += " " + ir::to_text(w.map);
    }
    if (d.fixed) text += fmt::format(" fixed {} {}", d.fixed->first, d.fixed->second);
    return text;
}

// A line for each stage, by its position in the pipeline: the order within a group may differ.
using Lines = std::map<size_t, std::string>;

Lines lines_of(const GroupSpace& space) {
    Lines lines;
    for (const GroupStage& s : space.stages) {
        std::string& line = lines[s.stage];
        line = fmt::format("live-out {} level {} depth {}:", s.live_out, s.level, s.depth);
        for (const StageDim& d : s.dims) line += " " + shown(d) + ";";
    }
    return lines;
}

Lines lines_of(const GroupSpace& space, const SlidingSpace& sliding) {
    Lines lines;
    for (size_t i = 0; i < space.stages.size(); ++i) {
        const std::optional<SlidingStage>& s = sliding.stages[i];
        lines[space.stages[i].stage] =
            s ? fmt::format("walks along {}, {} rows, folds to {}, warm-up {}{}", s->dim, s->live_rows,
                            folded_rows(*s), sliding.warm_up, s->jumps ? ", jumps" : "")
              : "whole";
    }
    return lines;
}

struct Seen {
    size_t groups = 0;
    size_t walks = 0;
    size_t folds = 0;
};

void expect_one_geometry(const Plan& plan, const std::string& where, Seen& seen) {
    const cost::StageGraph graph =
        search::expected_graph(*plan.rewritten, search::expected_extents(plan.pipeline(), {}), {});
    for (const GroupPlan& group : plan.groups) {
        if (!group.tiles) continue;
        ++seen.groups;
        const cost::GroupFrame frame = cost::plan_group(graph, group.group, {}).frame;
        EXPECT_EQ(lines_of(frame.space), lines_of(group.tiles->space())) << where;
        const auto walk = walk_of(group.group);
        if (!walk) continue;
        ++seen.walks;
        const SlidingSpace of_model = infer_sliding(frame.space, walk->dim, walk->rows);
        EXPECT_EQ(lines_of(frame.space, of_model), lines_of(group.tiles->space(), *group.tiles->sliding()))
            << where;
        for (const auto& s : of_model.stages) seen.folds += s && folded_rows(*s) > 0;
    }
}

TEST(Geometry, OfTheCostModelIsThatOfThePlan) {
    Seen seen;
    ScheduleCounts counts;
    for (uint64_t seed = 0; seed < test::amount(150, 20000); ++seed) {
        const Trial trial = make_trial(seed, kSmall);
        if (!trial.broken.empty()) continue;
        for (uint64_t k = 0; k < 4; ++k) {
            const ScheduleTrial t = make_schedule_trial(trial, k, counts);
            const Result<Plan> plan = make_plan(t.trial.pipeline, t.schedule);
            ASSERT_TRUE(plan);
            expect_one_geometry(*plan, fmt::format("pipeline {}, schedule {}", seed, k), seen);
        }
    }
    EXPECT_GT(seen.groups, 200u);
    EXPECT_GT(seen.walks, 50u);
    EXPECT_GT(seen.folds, 30u);
}

}  // namespace
}  // namespace pantile::random
