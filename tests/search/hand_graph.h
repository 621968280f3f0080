// StageGraphs without a pipeline, and cost models that are any function of the stages.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "random/random.h"
#include "search/grouping.h"

namespace pantile::schedule {

// Producer and consumer.
using Arrows = std::vector<std::pair<size_t, size_t>>;

inline plan::StageReads reads_of(size_t count, const Arrows& arrows) {
    plan::StageReads all;
    all.stages.resize(count);
    for (const auto& [from, to] : arrows) {
        all.stages[from].out.push_back(all.reads.size());
        all.stages[to].in.push_back(all.reads.size());
        all.reads.push_back({from, to});
    }
    return all;
}

// Stages s0, s1, … without dimensions, so that nothing but the arrows matters.
inline cost::StageGraph graph_of(size_t count, const Arrows& arrows) {
    cost::StageGraph graph;
    for (size_t s = 0; s < count; ++s) graph.stages.push_back({{"s" + std::to_string(s), {}, {}, 4}});
    for (const auto& [from, to] : arrows) {
        graph.stages[from].out.push_back(graph.edges.size());
        graph.stages[to].in.push_back(graph.edges.size());
        graph.edges.push_back({from, to, false, {}});
    }
    graph.reads = std::make_shared<const plan::StageReads>(reads_of(count, arrows));
    return graph;
}

inline cost::StageGraph chain_of(size_t count) {
    Arrows arrows;
    for (size_t s = 1; s < count; ++s) arrows.push_back({s - 1, s});
    return graph_of(count, arrows);
}

// Each stage reads each of the 'reach' stages before it with the given chance, in percent.
inline Arrows random_arrows(random::Random& random, size_t count, int percent, size_t reach) {
    Arrows arrows;
    for (size_t to = 1; to < count; ++to) {
        for (size_t from = to > reach ? to - reach : 0; from < to; ++from) {
            if (random.chance(percent)) arrows.push_back({from, to});
        }
    }
    return arrows;
}

inline cost::StageSet stages_of(const cost::StageGraph& graph, const cost::GroupFrame& frame) {
    cost::StageSet set = graph.none();
    for (const cost::FrameStage& s : frame.stages) set.insert(s.stage);
    return set;
}

// Nothing is refused and nothing alone.
inline cost::CostModel cost_by(const cost::StageGraph& graph,
                               std::function<double(const cost::StageSet&)> cost) {
    return {
        .name = "by hand",
        .refusal = [](const cost::GroupFrame&) { return std::nullopt; },
        .is_alone = [](size_t) { return false; },
        .best_plan = [](const cost::GroupFrame&) { return cost::TilePlan{}; },
        .cost = [&graph, cost = std::move(cost)](
                    const cost::GroupFrame& f, const cost::TilePlan&) { return cost(stages_of(graph, f)); }};
}

inline std::vector<cost::StageSet> single_stages(const cost::StageGraph& graph) {
    std::vector<cost::StageSet> all;
    for (size_t s = 0; s < graph.stages.size(); ++s)
        all.push_back(cost::StageSet::of(graph.stages.size(), {s}));
    return all;
}

inline constexpr search::Effort kUnlimited = {.most_work = INT64_MAX / 16, .group_limit = 1000};

}  // namespace pantile::schedule
