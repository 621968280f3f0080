// The dynamic program finds the cheapest grouping, looks at no more groups than it must, and stays within the
// effort that it is given.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "search/hand_graph.h"

namespace pantile::search {

using namespace cost;
using namespace schedule;
namespace {

using random::Random;

const Pins kNoPins;

// A cost for every set of stages, with no reason behind it.
struct AnyCost {
    StageGraph graph;
    uint64_t seed;
    std::vector<bool> alone;

    // Whole numbers, so that sums are exact in any order.
    double cost(const StageSet& group) const {
        Random random(seed ^ (StageSet::Hash()(group) * 0x9E3779B97F4A7C15u));
        return static_cast<double>(random.between(50, 100 + 60 * static_cast<int64_t>(group.size())));
    }
    bool refuses(const StageSet& group) const {
        return Random(seed + StageSet::Hash()(group)).chance(25) && group.size() > 1;
    }
    CostModel model() const {
        CostModel out = cost_by(graph, [this](const StageSet& group) { return cost(group); });
        out.refusal = [this](const GroupFrame& f) {
            return refuses(stages_of(graph, f)) ? std::optional<std::string>("by chance") : std::nullopt;
        };
        out.is_alone = [this](size_t s) { return alone[s]; };
        return out;
    }
};

// The search that needs no thought: all partitions of the stages, one by one.
class AllPartitions {
  public:
    explicit AllPartitions(const AnyCost& any) : any_(any), group_of_(any.graph.stages.size()) {
        for (size_t bits = 0; bits < size_t{1} << group_of_.size(); ++bits) {
            StageSet group = any.graph.none();
            for (size_t s = 0; s < group_of_.size(); ++s) {
                if (bits >> s & 1) group.insert(s);
            }
            costs_.push_back(bits != 0 && is_allowed(group) ? any.cost(group) : kNever);
        }
    }

    double least() {
        assign(0, 0);
        return least_;
    }

  private:
    // Stage 's' joins each of the groups that are there, or begins a new one.
    void assign(size_t s, size_t groups) {
        if (s == group_of_.size()) return weigh(groups);
        for (size_t g = 0; g <= groups; ++g) {
            group_of_[s] = g;
            assign(s + 1, std::max(groups, g + 1));
        }
    }

    void weigh(size_t count) {
        std::vector<size_t> bits(count, 0);
        for (size_t s = 0; s < group_of_.size(); ++s) bits[group_of_[s]] |= size_t{1} << s;
        double cost = 0;
        for (const size_t b : bits) cost += costs_[b];
        if (cost < least_ && can_be_ordered(count)) least_ = cost;
    }

    bool is_allowed(const StageSet& group) const {
        bool has_alone = false;
        group.for_each([&](size_t s) { has_alone |= any_.alone[s]; });
        return group.size() == 1 || (!has_alone && !any_.refuses(group) && is_connected(group));
    }

    // Two stages are neighbours when one reads the other or both read a third one. It does not matter in
    // which group the third one is: in this group it is a neighbour of both anyway.
    bool are_neighbours(size_t a, size_t b) const {
        const std::vector<size_t> of_a = any_.graph.producers_of(a), of_b = any_.graph.producers_of(b);
        const auto has = [](const std::vector<size_t>& all, size_t s) {
            return std::find(all.begin(), all.end(), s) != all.end();
        };
        return has(of_a, b) || has(of_b, a) ||
               std::any_of(of_a.begin(), of_a.end(), [&](size_t p) { return has(of_b, p); });
    }

    bool is_connected(const StageSet& group) const {
        const std::vector<size_t> members = group.members();
        std::vector<size_t> reached = {members[0]};
        for (size_t i = 0; i < reached.size(); ++i) {
            for (const size_t m : members) {
                const bool is_new = std::find(reached.begin(), reached.end(), m) == reached.end();
                if (is_new && are_neighbours(reached[i], m)) reached.push_back(m);
            }
        }
        return reached.size() == members.size();
    }

    // Takes groups that wait for no other one until none is left, or until all wait.
    bool can_be_ordered(size_t count) const {
        std::vector<bool> done(count, false);
        for (size_t round = 0; round < count; ++round) {
            std::vector<bool> waits(count, false);
            for (const Edge& e : any_.graph.edges) {
                const size_t from = group_of_[e.producer], to = group_of_[e.consumer];
                if (from != to && !done[from]) waits[to] = true;
            }
            for (size_t g = 0; g < count; ++g) done[g] = done[g] || !waits[g];
        }
        return std::all_of(done.begin(), done.end(), [](bool d) { return d; });
    }

    const AnyCost& any_;
    std::vector<size_t> group_of_;
    std::vector<double> costs_;  // by the bits of a group
    double least_ = kNever;
};

AnyCost random_cost(uint64_t seed) {
    Random random(seed);
    const size_t count = seed % 3 == 0 ? 9 : static_cast<size_t>(random.between(1, 9));
    AnyCost out{graph_of(count, random_arrows(random, count, random.pick({15, 30, 50}), 9)), seed, {}};
    for (size_t s = 0; s < count; ++s) out.alone.push_back(random.chance(8));
    return out;
}

std::string text_of(const StageGraph& graph) {
    std::string text = fmt::format("{} stages:", graph.stages.size());
    for (const Edge& e : graph.edges) text += fmt::format(" {}->{}", e.producer, e.consumer);
    return text;
}

// Groups in an order of execution, each stage in one of them.
void expect_grouping(const StageGraph& graph, const Grouping& grouping) {
    StageSet done = graph.none();
    for (const StageSet& group : grouping.groups) {
        EXPECT_FALSE(group.intersects(done)) << text_of(graph);
        done |= group;
        group.for_each([&](size_t s) {
            for (const size_t p : graph.producers_of(s)) EXPECT_TRUE(done.contains(p)) << text_of(graph);
        });
    }
    EXPECT_EQ(done, graph.all()) << text_of(graph);
}

TEST(DynamicProgram, EqualsExhaustiveSearchOnAThousandRandomGraphs) {
    for (uint64_t seed = 0; seed < 1000; ++seed) {
        const AnyCost any = random_cost(seed);
        Judge judge(any.graph, any.model(), kNoPins);
        SearchCount count;
        const Grouping found = group_by_dp(judge, single_stages(any.graph), kUnlimited, count);
        ASSERT_EQ(found.cost, AllPartitions(any).least()) << "seed " << seed << ", " << text_of(any.graph);
        EXPECT_FALSE(count.was_bounded);
        double sum = 0;
        for (const StageSet& group : found.groups) sum += any.cost(group);
        EXPECT_EQ(found.cost, sum) << seed;
        expect_grouping(any.graph, found);
    }
}

// Two chains that meet only in what they read: s0 -> s2 <- s1, s0 -> s4 <- s3.
TEST(DynamicProgram, SiblingsBringTheAncestorsThatTheyNeed) {
    const StageGraph graph = graph_of(5, {{0, 2}, {1, 2}, {0, 4}, {3, 4}});
    const StageSet wanted = StageSet::of(5, {1, 2, 3, 4});
    const auto cost = [&](const StageSet& g) {
        return g == wanted ? 1.0 : 10.0 * static_cast<double>(g.size());
    };
    Judge judge(graph, cost_by(graph, cost), kNoPins);
    SearchCount count;
    EXPECT_EQ(group_by_dp(judge, single_stages(graph), kUnlimited, count).cost, 11);
}

TEST(DynamicProgram, OfAChainEveryPieceIsJudgedOnce) {
    for (size_t n = 1; n <= 20; ++n) {
        const StageGraph graph = chain_of(n);
        Judge judge(graph,
                    cost_by(graph, [](const StageSet& g) { return 1.0 / static_cast<double>(g.size()); }),
                    kNoPins);
        SearchCount count;
        group_by_dp(judge, single_stages(graph), kUnlimited, count);
        EXPECT_EQ(count.judged, static_cast<int64_t>(n * (n + 1) / 2)) << n;
        EXPECT_EQ(judge.judged(), count.judged);
    }
}

TEST(DynamicProgram, ALimitKeepsTheGroupsOfARoundShort) {
    for (size_t n = 2; n <= 20; ++n) {
        for (size_t limit = 1; limit < n; ++limit) {
            const StageGraph graph = chain_of(n);
            size_t largest = 0;
            // Nothing is worth merging, so that there is no second round.
            Judge judge(graph,
                        cost_by(graph,
                                [&](const StageSet& g) {
                                    largest = std::max(largest, g.size());
                                    return static_cast<double>(g.size() * g.size());
                                }),
                        kNoPins);
            SearchCount count;
            const Grouping found = group_by_dp(judge, single_stages(graph), {.group_limit = limit}, count);
            EXPECT_EQ(found.groups.size(), n);
            EXPECT_EQ(largest, limit);
            EXPECT_EQ(count.judged, static_cast<int64_t>(n * limit - limit * (limit - 1) / 2));
            EXPECT_LT(count.judged, static_cast<int64_t>(n * (n + 1) / 2));
        }
    }
}

TEST(DynamicProgram, LaterRoundsMergeWhatTheLimitKeptApart) {
    for (const size_t limit : {2u, 3u, 5u}) {
        const StageGraph graph = chain_of(40);
        Judge judge(graph, cost_by(graph, [](const StageSet&) { return 1.0; }), kNoPins);
        SearchCount count;
        const Grouping found = group_by_dp(judge, single_stages(graph), {.group_limit = limit}, count);
        EXPECT_EQ(found.groups.size(), 1u) << limit;
        EXPECT_LT(count.judged, 40 * 41 / 2) << limit;
    }
}

// A hundred stages that read one and are read by one: 2^100 groups.
TEST(DynamicProgram, AWideGraphIsSearchedInPart) {
    Arrows arrows;
    for (size_t s = 1; s <= 100; ++s) arrows.insert(arrows.end(), {{0, s}, {s, 101}});
    const StageGraph graph = graph_of(102, arrows);
    for (const int64_t most : {1, 100, 8000}) {
        Judge judge(graph,
                    cost_by(graph, [](const StageSet& g) { return static_cast<double>(g.size() % 3); }),
                    kNoPins);
        SearchCount count;
        const Grouping found = group_by_dp(judge, single_stages(graph), {.most_work = most}, count);
        expect_grouping(graph, found);
        EXPECT_TRUE(count.was_bounded);
        // Two ways to search, five halvings of the limit, and groups of one.
        EXPECT_LE(count.judged, 8 * (most + 102) + 102) << most;
    }
}

// 2^40 orders of single stages, and nothing to decide.
TEST(DynamicProgram, ALimitOfOneStageNeedsNoSearch) {
    Arrows arrows;
    for (size_t s = 1; s <= 40; ++s) arrows.insert(arrows.end(), {{0, s}, {s, 41}});
    const StageGraph graph = graph_of(42, arrows);
    Judge judge(graph, cost_by(graph, [](const StageSet&) { return 1.0; }), kNoPins);
    SearchCount count;
    const Grouping found = group_by_dp(judge, single_stages(graph), {.group_limit = 1}, count);
    EXPECT_EQ(found.groups.size(), 42u);
    EXPECT_EQ(count.judged, 42);
    EXPECT_EQ(count.states, 0);
}

TEST(DynamicProgram, GivenGroupsStayWhole) {
    const StageGraph graph = graph_of(6, {{0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 5}, {4, 5}});
    std::vector<StageSet> start = {StageSet::of(6, {3, 4}), StageSet::of(6, {5})};
    for (const size_t s : {0u, 1u, 2u}) start.push_back(StageSet::of(6, {s}));
    Judge judge(graph,
                cost_by(graph, [](const StageSet& g) { return g.contains(3) != g.contains(4) ? 0.0 : 1.0; }),
                kNoPins);
    SearchCount count;
    const Grouping found = group_by_dp(judge, start, kUnlimited, count);
    expect_grouping(graph, found);
    for (const StageSet& g : found.groups) EXPECT_EQ(g.contains(3), g.contains(4));
}

// Every group of several stages is refused: the single ones stay, whatever they cost.
TEST(DynamicProgram, ThereIsAlwaysAGrouping) {
    const StageGraph graph = chain_of(5);
    CostModel model = cost_by(graph, [](const StageSet&) { return kNever; });
    model.refusal = [](const GroupFrame&) { return std::optional<std::string>("never"); };
    Judge judge(graph, std::move(model), kNoPins);
    SearchCount count;
    const Grouping found = group_by_dp(judge, single_stages(graph), kUnlimited, count);
    EXPECT_EQ(found.groups, single_stages(graph));
    EXPECT_EQ(found.cost, kNever);
}

TEST(Ordered, GroupsThatNeedEachOtherHaveNoOrder) {
    const StageGraph graph = graph_of(4, {{0, 1}, {1, 2}, {2, 3}});
    EXPECT_FALSE(ordered(graph, {StageSet::of(4, {0, 2}), StageSet::of(4, {1, 3})}));
    const auto right = ordered(graph, {StageSet::of(4, {2, 3}), StageSet::of(4, {0, 1})});
    ASSERT_TRUE(right);
    EXPECT_EQ((*right)[0], StageSet::of(4, {0, 1}));
}

}  // namespace
}  // namespace pantile::search
