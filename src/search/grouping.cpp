#include "search/grouping.h"

#include <algorithm>
#include <queue>

namespace pantile::search {

using namespace cost;

std::optional<std::vector<StageSet>> ordered(const StageGraph& graph, const std::vector<StageSet>& groups) {
    std::vector<size_t> group_of(graph.stages.size(), groups.size());
    for (size_t g = 0; g < groups.size(); ++g) groups[g].for_each([&](size_t s) { group_of[s] = g; });
    std::vector<std::vector<size_t>> readers(groups.size());
    std::vector<size_t> waits(groups.size(), 0);
    for (const Edge& e : graph.edges) {
        if (e.from_input) continue;
        const size_t from = group_of[e.producer], to = group_of[e.consumer];
        if (from == to || from == groups.size() || to == groups.size()) continue;
        readers[from].push_back(to);
        ++waits[to];
    }
    // Of the groups that could come next, the one whose first stage comes first in the pipeline.
    const auto first = [&](size_t g) { return groups[g].members().front(); };
    using Ready = std::pair<size_t, size_t>;
    std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
    for (size_t g = 0; g < groups.size(); ++g) {
        if (waits[g] == 0) ready.push({first(g), g});
    }
    std::vector<StageSet> out;
    while (!ready.empty()) {
        const size_t g = ready.top().second;
        ready.pop();
        out.push_back(groups[g]);
        for (const size_t r : readers[g]) {
            if (--waits[r] == 0) ready.push({first(r), r});
        }
    }
    if (out.size() != groups.size()) return std::nullopt;
    return out;
}

}  // namespace pantile::search
