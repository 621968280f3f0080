// The schedulers by name: what they find for the programs of apps/, and what they refuse.
#include "search/make_schedule.h"

#include <gtest/gtest.h>

#include <bit>
#include <filesystem>

#include "long_run.h"
#include "search/scheduled.h"

namespace pantile::search {

using namespace cost;
using namespace schedule;
namespace {

const std::vector<std::string> kSchedulers = {"auto", "dp", "greedy", "polymage", "forma", "naive"};
const std::vector<std::string> kMachines = {"zen2core", "laptop4", "server16"};

std::vector<std::string> all_apps() {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(PANTILE_SOURCE_DIR "/apps")) {
        if (entry.path().extension() == ".pan") names.insert(entry.path().stem().string());
    }
    return {names.begin(), names.end()};
}

TEST(MakeSchedule, OfHarrisDpFindsTheOneGroupOfThePapers) {
    const ir::Pipeline harris = app("harris");
    for (const std::string& machine : kMachines) {
        const ScheduleOutcome found = scheduled({.pipeline = harris,
                                                 .scheduler = "dp",
                                                 .extents = {{"x", 4256}, {"y", 2832}},
                                                 .target = target_of(machine)});
        EXPECT_EQ(groups_of(found.schedule), (Groups{{"Ix", "Iy", "harris"}})) << machine;
        EXPECT_EQ(rewrite::to_texts(found.schedule.rewrites),
                  (std::vector<std::string>{"Ixx", "Ixy", "Iyy", "Sxx", "Sxy", "Syy", "det", "tr"}));
        EXPECT_EQ(found.schedule.groups[0].fused, (Groups{{"Ix", "Iy"}})) << "intra-tile fusion";
        EXPECT_EQ(found.cost_model, "polymage");
        EXPECT_FALSE(found.count.was_bounded);
        expect_legal(found.schedule, harris);
    }
}

TEST(MakeSchedule, OfUnsharpDpFindsOneGroupWithATileForTheFirstCache) {
    const ir::Pipeline unsharp = app("unsharp");
    for (const std::string& machine : kMachines) {
        const machine::Target target = target_of(machine);
        const ScheduleOutcome found = scheduled({.pipeline = unsharp,
                                                 .scheduler = "dp",
                                                 .extents = {{"x", 4256}, {"y", 2832}, {"c", 3}},
                                                 .target = target});
        EXPECT_EQ(groups_of(found.schedule), (Groups{{"bx", "mask"}})) << machine;
        EXPECT_EQ(rewrite::to_texts(found.schedule.rewrites), (std::vector<std::string>{"by", "sh"}));
        const Group& group = found.schedule.groups[0];
        EXPECT_EQ(group.tile, (std::vector<int64_t>{256, 5, 0})) << machine;
        EXPECT_FALSE(std::has_single_bit(static_cast<uint64_t>(group.tile[1])));
    }
}

// Of a picture with colours that are made from one gray, the loop over colours goes inside: Halide's
// auto-scheduler, section 4.4.
TEST(MakeSchedule, GreedyOrdersLoopsByWhatTheyReadAgain) {
    const auto order = [](const std::string& value) {
        const ir::Pipeline p = front::parsed(
            "pipeline p\ninput a: f32(x, y)\ninput b: f32(x, y, c)\n"
            "output f(x, y, c) = " +
            value + "\n");
        return scheduled(
                   {.pipeline = p, .scheduler = "greedy", .extents = {{"x", 999}, {"y", 999}, {"c", 99}}})
            .schedule.groups.at(0)
            .order;
    };
    EXPECT_EQ(order("a(x, y) * (c + 1)"), (std::vector<size_t>{1, 2, 0}));
    EXPECT_TRUE(order("b(x, y, c) + 1").empty());
    EXPECT_TRUE(order("b(x, y-1, c) + b(x, y, c) + b(x, y+1, c)").empty());
    EXPECT_EQ(order("b(x, y, c-1) + b(x, y, c) + b(x, y, c+1)"), (std::vector<size_t>{1, 2, 0}));
}

// In a loop over a long reduction nothing is for free: a table of 81 numbers is computed once.
TEST(MakeSchedule, AutoStoresWhatALongReductionWouldComputeAtEveryStep) {
    const auto inlined = [](const std::string& table, const std::string& value) {
        const ir::Pipeline p = front::parsed("pipeline p\ninput a: f32(x, y)\ntable(i) = " + table +
                                             "\noutput f(x, y) = " + value + "\n");
        return scheduled({.pipeline = p,
                          .scheduler = "auto",
                          .extents = {{"x", 999}, {"y", 999}},
                          .target = target_of("laptop4")})
            .schedule.rewrites;
    };
    const rewrite::Rewrites none, table = {rewrite::Inline{"table"}};
    const std::string count = "clamp(sum(select(i*i + d*d < 1600, 1, 0) for d in 0..40), 0, 40)";
    EXPECT_EQ(inlined("exp(-f32(i*i) / 200)", "sum(a(x + i, y) * table(i) for i in -40..40)"), none);
    EXPECT_EQ(inlined(count, "sum(a(x + i, y + table(i)) for i in -40..40)"), none);
    // Written out, the same is nine numbers.
    EXPECT_EQ(inlined("exp(-f32(i*i) / 200)", "sum(a(x + i, y) * table(i) for i in -4..4)"), table);
}

// In the usual run, machines take turns.
TEST(MakeSchedule, EveryAppHasALegalScheduleFromEveryScheduler) {
    size_t turn = 0;
    for (const std::string& name : all_apps()) {
        const ir::Pipeline pipeline = app(name);
        const std::vector<std::string> one = {kMachines[turn++ % kMachines.size()]};
        for (const std::string& machine : test::is_long_run() ? kMachines : one) {
            for (const std::string& scheduler : kSchedulers) {
                // A small budget: what is proved does not depend on how long the search is.
                const ScheduleRequest request{.pipeline = pipeline,
                                              .scheduler = scheduler,
                                              .target = target_of(machine),
                                              .budget = 0.05};
                const ScheduleOutcome once = scheduled(request);
                expect_legal(once.schedule, pipeline);
                EXPECT_TRUE(once.illegal.empty())
                    << name << ", " << scheduler << ": " << render(once.illegal);
                EXPECT_EQ(once.schedule.name, scheduler);
                EXPECT_EQ(to_json(once.schedule, pipeline), to_json(scheduled(request).schedule, pipeline));
            }
        }
    }
}

TEST(MakeSchedule, CostModelsAreInterchangeable) {
    for (const std::string& name : all_apps()) {
        const ir::Pipeline pipeline = app(name);
        for (const std::string scheduler : {"dp", "greedy"}) {
            for (const std::string& model : cost_model_names()) {
                const ScheduleOutcome found = scheduled({.pipeline = pipeline,
                                                         .scheduler = scheduler,
                                                         .cost_model = model,
                                                         .target = target_of("server16"),
                                                         .budget = 0.1});
                EXPECT_EQ(found.cost_model, model);
                EXPECT_TRUE(found.illegal.empty()) << render(found.illegal);
                expect_legal(found.schedule, pipeline);
            }
        }
    }
}

// The dynamic program sees all that the greedy one sees, and more.
TEST(MakeSchedule, UnderOneModelAndOneInliningDpIsNeverDearerThanGreedy) {
    for (const std::string& name : all_apps()) {
        const ir::Pipeline pipeline = app(name);
        Pins stored;
        for (const ir::Stage& stage : pipeline.stages) stored.stored.insert(stage.name);
        for (const std::string& model : cost_model_names()) {
            ScheduleRequest request{.pipeline = pipeline,
                                    .scheduler = "dp",
                                    .cost_model = model,
                                    .target = target_of("zen2core"),
                                    .budget = 0.2,
                                    .pins = stored};
            const double exact = scheduled(request).cost;
            request.scheduler = "greedy";
            // The same groups, added up in another order, may differ in the last digits.
            EXPECT_LE(exact, scheduled(request).cost * (1 + 1e-12)) << name << ", " << model;
        }
    }
}

TEST(MakeSchedule, OnlyDpAndGreedyTakeACostModel) {
    const ir::Pipeline blur = app("blur");
    for (const std::string scheduler : {"auto", "polymage", "forma", "naive"}) {
        EXPECT_FALSE(takes_cost_model(scheduler));
        EXPECT_EQ(refusal_of({.pipeline = blur, .scheduler = scheduler, .cost_model = "halide"}),
                  "error: the scheduler '" + scheduler +
                      "' takes no cost model.\nhint: '--cost' goes with 'dp' and 'greedy'.\n");
    }
    EXPECT_EQ(
        refusal_of({.pipeline = blur, .scheduler = "dp", .cost_model = "best"}),
        "error: there is no cost model 'best'.\nhint: the cost models are: polymage, halide, pantile.\n");
}

TEST(MakeSchedule, OnlyTheDynamicProgramTakesAGroupLimit) {
    const ir::Pipeline blur = app("blur");
    for (const std::string scheduler : {"greedy", "polymage", "forma", "naive"})
        EXPECT_EQ(refusal_of({.pipeline = blur, .scheduler = scheduler, .group_limit = 32}),
                  "error: the scheduler '" + scheduler +
                      "' takes no group limit.\nhint: '--group-limit' goes with 'auto', 'dp' and 'tune'.\n");
    for (const std::string scheduler : {"auto", "dp"})
        EXPECT_EQ(refusal_of({.pipeline = blur, .scheduler = scheduler, .group_limit = 4}), "");
}

TEST(MakeSchedule, AnUnknownNameIsRefusedWithTheKnownOnes) {
    const ir::Pipeline blur = app("blur");
    const Result<ScheduleOutcome> made = make_schedule({.pipeline = blur, .scheduler = "fastest\x1b"});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.diagnostics()[0].message, "there is no scheduler 'fastest?'.");
    for (const std::string& name : scheduler_names())
        EXPECT_NE(made.diagnostics()[0].hints[0].find(name), std::string::npos) << name;
}

// Sizes guide; a schedule is there for any of them.
TEST(MakeSchedule, AnySizesGiveALegalSchedule) {
    for (const std::string& name : all_apps()) {
        const ir::Pipeline pipeline = app(name);
        std::vector<int64_t> sizes = {1, 7, 1000000000};
        if (test::is_long_run()) sizes.insert(sizes.end(), {2, 33});
        for (const int64_t size : sizes) {
            for (const std::string& scheduler : kSchedulers) {
                const ScheduleOutcome found = scheduled({.pipeline = pipeline,
                                                         .scheduler = scheduler,
                                                         .extents = {{"x", size}, {"y", size}},
                                                         .target = target_of("laptop4"),
                                                         .budget = 0.02});
                expect_legal(found.schedule, pipeline);
                EXPECT_TRUE(found.illegal.empty())
                    << name << ", " << scheduler << ": " << render(found.illegal);
                EXPECT_EQ(to_json(*found.plan.schedule, pipeline), to_json(found.schedule, pipeline));
            }
        }
    }
}

}  // namespace
}  // namespace pantile::search
