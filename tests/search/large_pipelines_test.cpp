// Pipelines of hundreds of stages: the effort is bounded in groups that are judged, which is the same on
// every machine; times are printed and not checked.
#include <gtest/gtest.h>

#include <chrono>

#include "long_run.h"
#include "random/random.h"
#include "search/hand_graph.h"
#include "search/scheduled.h"

namespace pantile::schedule {

using namespace cost;
using namespace search;
namespace {

// Each stage reads one to three of the six before it, at distances of one point.
ir::Pipeline random_pipeline(uint64_t seed, size_t count) {
    random::Random random(seed);
    std::string text = "pipeline p\ninput img: f32(x, y)\ns0(x, y) = img(x, y) * 2.0\n";
    std::vector<bool> is_read(count, false);
    for (size_t s = 1; s < count; ++s) {
        std::string terms;
        for (int64_t k = random.between(1, 3); k > 0; --k) {
            const size_t from = s - 1 - random.below(std::min<size_t>(s, 6));
            is_read[from] = true;
            const int64_t x = random.between(-1, 1), y = random.between(-1, 1);
            terms += fmt::format(" + s{}(x{:+}, y{:+})", from, x, y);
        }
        text += fmt::format("s{}(x, y) = {}\n", s, terms.substr(3));
    }
    text += "output out(x, y) = 0.0";
    for (size_t s = 0; s < count; ++s) text += is_read[s] ? "" : fmt::format(" + s{}(x, y)", s);
    return front::parsed(text + "\n");
}

// Chains and single stages side by side, between one stage that all read and one that reads all.
ir::Pipeline wide_pipeline(size_t count) {
    std::string text = "pipeline p\ninput img: f32(x, y)\nfirst(x, y) = img(x-1, y) + img(x+1, y)\n",
                sum = "0.0";
    for (size_t s = 0; s < count; ++s) {
        text += fmt::format("s{0}(x, y) = first(x-1, y+{1}) + first(x+1, y)\n", s, s % 3);
        sum += fmt::format(" + s{}(x, y-1) * s{}(x, y+1)", s, s);
    }
    return front::parsed(text + "output out(x, y) = " + sum + "\n");
}

struct Case {
    const char* name;
    ir::Pipeline pipeline;
};

void expect_bounded(const Case& c, const std::string& scheduler, double budget) {
    const auto begin = std::chrono::steady_clock::now();
    const ScheduleOutcome found = scheduled({.pipeline = c.pipeline,
                                             .scheduler = scheduler,
                                             .extents = {{"x", 2000}, {"y", 1500}},
                                             .target = target_of("server16"),
                                             .budget = budget});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    std::printf("%s, %s, budget %g: %.1f s, %lld groups judged, %lld states, %zu groups, %zu inlined\n",
                c.name, scheduler.c_str(), budget, taken.count(), static_cast<long long>(found.count.judged),
                static_cast<long long>(found.count.states), found.schedule.groups.size(),
                found.schedule.rewrites.size());
    expect_legal(found.schedule, c.pipeline);
    EXPECT_TRUE(found.illegal.empty()) << render(found.illegal);
    // In each round: the search over all orders, that around the first stage, and halvings of the limit of 32
    // until groups of one remain, which cost what there are stages.
    const int64_t stages = static_cast<int64_t>(c.pipeline.stages.size());
    const int64_t most = static_cast<int64_t>(budget * 4000), rounds = 3, tries = 8, inlinings = 3;
    EXPECT_LE(found.count.judged, rounds * tries * inlinings * (most + stages))
        << c.name << ", " << scheduler;
}

TEST(LargePipelines, FourHundredRandomStagesAreScheduledWithinTheirBudget) {
    const Case c{"400 stages", random_pipeline(1, 400)};
    for (const std::string scheduler : {"dp", "auto", "greedy", "polymage", "forma"})
        expect_bounded(c, scheduler, 0.05);
    if (test::is_long_run()) expect_bounded(c, "dp", 2);
}

TEST(LargePipelines, AThousandRandomStagesAreScheduledWithinTheirBudget) {
    const Case c{"1000 stages", random_pipeline(2, 1000)};
    for (const std::string scheduler : {"dp", "auto", "greedy"}) expect_bounded(c, scheduler, 0.05);
}

TEST(LargePipelines, AWidePipelineIsScheduledWithinItsBudget) {
    const Case c{"120 side by side", wide_pipeline(120)};
    for (const std::string scheduler : {"dp", "auto", "greedy"}) expect_bounded(c, scheduler, 0.1);
}

// Graphs alone, under a cost that is no cost of anything: the bound comes from the search, not from the
// model.
TEST(LargePipelines, RandomGraphsAreGroupedWithinTheirEffort) {
    for (const size_t count : {400u, 1000u}) {
        for (const int percent : {15, 40}) {
            random::Random random(count + static_cast<size_t>(percent));
            const StageGraph graph = graph_of(count, random_arrows(random, count, percent, 8));
            const Pins none;
            Judge judge(graph,
                        cost_by(graph,
                                [](const StageSet& g) {
                                    return static_cast<double>(StageSet::Hash()(g) % 100) /
                                           static_cast<double>(g.size());
                                }),
                        none);
            SearchCount judged;
            const Effort effort{.most_work = 2000};
            const Grouping found = group_by_dp(judge, single_stages(graph), effort, judged);
            EXPECT_TRUE(ordered(graph, found.groups));
            StageSet all = graph.none();
            for (const StageSet& g : found.groups) all |= g;
            EXPECT_EQ(all, graph.all());
            EXPECT_LE(judged.judged, 3 * 8 * (effort.most_work + static_cast<int64_t>(count)));
        }
    }
}

}  // namespace
}  // namespace pantile::schedule
