// The schedulers that merge two groups at a time.
#include <gtest/gtest.h>

#include "search/hand_graph.h"

namespace pantile::search {

using namespace cost;
using namespace schedule;
namespace {

const Pins kNoPins;

std::vector<std::vector<size_t>> members_of(const Grouping& grouping) {
    std::vector<std::vector<size_t>> all;
    for (const StageSet& group : grouping.groups) all.push_back(group.members());
    return all;
}
using Members = std::vector<std::vector<size_t>>;

// What sets of stages cost; all others cost 10 for each stage.
using Prices = std::map<std::vector<size_t>, double>;
double price_of(const Prices& prices, const StageSet& group) {
    const auto found = prices.find(group.members());
    return found == prices.end() ? 10.0 * static_cast<double>(group.size()) : found->second;
}

Grouping greedily(const StageGraph& graph, const Prices& prices) {
    Judge judge(graph, cost_by(graph, [&](const StageSet& g) { return price_of(prices, g); }), kNoPins);
    SearchCount count;
    Grouping found = group_greedily(judge, single_stages(graph), kUnlimited, count);
    EXPECT_EQ(count.judged, judge.judged());
    return found;
}

Grouping tolerantly(const StageGraph& graph, const Prices& prices, double tolerance) {
    Judge judge(graph, cost_by(graph, [&](const StageSet& g) { return price_of(prices, g); }), kNoPins);
    SearchCount count;
    return group_by_tolerance(judge, single_stages(graph), tolerance, count);
}

TEST(Merging, GreedilyTheMergeThatSavesMostComesFirst) {
    const StageGraph chain = chain_of(3);
    // Either merge rules out the other.
    EXPECT_EQ(members_of(greedily(chain, {{{0, 1}, 15}, {{1, 2}, 17}})), (Members{{0, 1}, {2}}));
    EXPECT_EQ(members_of(greedily(chain, {{{0, 1}, 17}, {{1, 2}, 15}})), (Members{{0}, {1, 2}}));
    EXPECT_EQ(greedily(chain, {{{0, 1}, 17}, {{1, 2}, 15}}).cost, 25);
}

TEST(Merging, OfEqualBenefitsTheFirstInThePipelineIsTaken) {
    EXPECT_EQ(members_of(greedily(chain_of(3), {{{0, 1}, 15}, {{1, 2}, 15}})), (Members{{0, 1}, {2}}));
}

TEST(Merging, GreedilyAMergeThatSavesNothingIsNotMade) {
    EXPECT_EQ(members_of(greedily(chain_of(3), {})), (Members{{0}, {1}, {2}}));
    // It sees one merge ahead: all three together would cost nothing.
    EXPECT_EQ(members_of(greedily(chain_of(3), {{{0, 1, 2}, 0}})), (Members{{0}, {1}, {2}}));
}

// Fifty stages that one reads: every merge asks for all the others again.
TEST(Merging, GreedilyNoMoreIsLookedAtThanTheEffortAllows) {
    Arrows arrows;
    for (size_t s = 0; s < 50; ++s) arrows.push_back({s, 50});
    const StageGraph graph = graph_of(51, arrows);
    for (const int64_t most : {1, 60, 200, 100000}) {
        Judge judge(graph, cost_by(graph, [](const StageSet&) { return 1.0; }), kNoPins);
        SearchCount count;
        const Grouping found = group_greedily(judge, single_stages(graph), {.most_work = most}, count);
        EXPECT_TRUE(ordered(graph, found.groups));
        EXPECT_EQ(count.was_bounded, most < 100000) << most;
        EXPECT_EQ(found.groups.size() == 1, most == 100000) << most;
        EXPECT_LE(judge.judged(), most + 3 + 51) << "the last look, and the groups that are left";
    }
}

TEST(Merging, AGroupThatTwoOthersReadStaysWhereItIs) {
    const StageGraph fork = graph_of(3, {{0, 1}, {0, 2}});
    EXPECT_EQ(members_of(greedily(fork, {{{0, 1}, 0}, {{0, 2}, 0}, {{0, 1, 2}, 0}})),
              (Members{{0}, {1}, {2}}));
    // Once its readers are one group, it joins them.
    const StageGraph diamond = graph_of(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
    EXPECT_EQ(members_of(greedily(diamond, {{{1, 3}, 1}, {{2, 3}, 2}, {{1, 2, 3}, 3}, {{0, 1, 2, 3}, 4}})),
              (Members{{0, 1, 2, 3}}));
}

TEST(Merging, StagesThatStayAloneNeitherJoinNorAreJoined) {
    const StageGraph graph = chain_of(3);
    CostModel model = cost_by(graph, [](const StageSet& g) { return 1.0 / static_cast<double>(g.size()); });
    model.is_alone = [](size_t s) { return s == 1; };
    Judge judge(graph, std::move(model), kNoPins);
    SearchCount count;
    EXPECT_EQ(members_of(group_greedily(judge, single_stages(graph), kUnlimited, count)),
              (Members{{0}, {1}, {2}}));
    EXPECT_EQ(members_of(group_chains(judge, single_stages(graph), count)), (Members{{0}, {1}, {2}}));
}

TEST(Merging, MergesUpToTheToleranceAreMade) {
    const Prices overlap = {{{0, 1}, 0.3}, {{1, 2}, 0.3}, {{0, 1, 2}, 0.6}};
    EXPECT_EQ(members_of(tolerantly(chain_of(3), overlap, 0.2)), (Members{{0}, {1}, {2}}));
    EXPECT_EQ(members_of(tolerantly(chain_of(3), overlap, 0.4)).size(), 2u);
    EXPECT_EQ(members_of(tolerantly(chain_of(3), overlap, 0.6)), (Members{{0, 1, 2}}));
}

TEST(Merging, ChainsGrowUntilAGroupIsRefused) {
    const StageGraph graph = chain_of(5);
    CostModel model = cost_by(graph, [](const StageSet&) { return 0.0; });
    model.refusal = [&](const GroupFrame& f) {
        const StageSet set = stages_of(graph, f);
        return set.contains(1) && set.contains(2) ? std::optional<std::string>("by data") : std::nullopt;
    };
    Judge judge(graph, std::move(model), kNoPins);
    SearchCount count;
    EXPECT_EQ(members_of(group_chains(judge, single_stages(graph), count)), (Members{{0, 1}, {2, 3, 4}}));
}

// Whatever merges, the groups can be ordered.
TEST(Merging, NoCircleEverAppears) {
    for (uint64_t seed = 0; seed < 300; ++seed) {
        random::Random random(seed);
        const size_t count = static_cast<size_t>(random.between(2, 30));
        const StageGraph graph = graph_of(count, random_arrows(random, count, random.pick({10, 25, 60}), 6));
        Judge judge(graph,
                    cost_by(graph,
                            [&](const StageSet& g) {
                                return static_cast<double>(StageSet::Hash()(g) % 100 + 20 * g.size());
                            }),
                    kNoPins);
        SearchCount ignored;
        for (const Grouping& found : {group_greedily(judge, single_stages(graph), kUnlimited, ignored),
                                      group_by_tolerance(judge, single_stages(graph), 90, ignored),
                                      group_chains(judge, single_stages(graph), ignored)}) {
            EXPECT_TRUE(ordered(graph, found.groups)) << seed;
            StageSet all = graph.none();
            for (const StageSet& g : found.groups) all |= g;
            EXPECT_EQ(all, graph.all()) << seed;
        }
    }
}

}  // namespace
}  // namespace pantile::search
