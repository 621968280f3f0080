// Schedulers that merge a group into the only group that reads it: Halide's, PolyMage's and Forma's. They
// differ in which merge comes first and when to stop.
#include <algorithm>
#include <map>
#include <set>

#include "search/grouping.h"

namespace pantile::search {

using namespace cost;

namespace {

// Groups that merge. A group with a single reader can join it and no circle appears: whatever else the reader
// waits for does not read the group.
class Merging {
  public:
    Merging(Judge& judge, const std::vector<StageSet>& start) : judge_(judge), groups_(start) {
        group_of_.assign(judge.graph().stages.size(), 0);
        for (size_t g = 0; g < groups_.size(); ++g) groups_[g].for_each([&](size_t s) { group_of_[s] = g; });
        for (size_t g = 0; g < groups_.size(); ++g) live_.insert(g);
    }

    const std::set<size_t>& live() const { return live_; }
    const StageSet& stages(size_t g) const { return groups_[g]; }

    // The only group that reads this one, if the two may be merged at all.
    std::optional<size_t> only_reader(size_t g) const {
        std::optional<size_t> reader;
        bool is_only = true;
        groups_[g].for_each([&](size_t s) {
            const StageNode& node = judge_.graph().stages[s];
            is_only &= !judge_.is_alone(s);
            for (const size_t e : node.out) {
                const size_t r = group_of_[judge_.graph().edges[e].consumer];
                if (r == g) continue;
                is_only &= !reader || *reader == r;
                reader = r;
            }
        });
        if (!is_only || !reader) return std::nullopt;
        groups_[*reader].for_each([&](size_t s) { is_only &= !judge_.is_alone(s); });
        return is_only ? reader : std::nullopt;
    }

    StageSet merged(size_t g, size_t reader) const { return groups_[g] | groups_[reader]; }

    // 'g' joins its reader. Returns the groups whose merges look different now.
    std::set<size_t> merge(size_t g, size_t reader) {
        groups_[g].for_each([&](size_t s) { group_of_[s] = reader; });
        groups_[reader] |= groups_[g];
        live_.erase(g);
        std::set<size_t> touched = {reader};
        groups_[reader].for_each([&](size_t s) {
            for (const size_t p : judge_.graph().producers_of(s)) touched.insert(group_of_[p]);
        });
        return touched;
    }

    Grouping take() const {
        std::vector<StageSet> all;
        for (const size_t g : live_) all.push_back(groups_[g]);
        Grouping out{ordered(judge_.graph(), all).value_or(all), 0};
        for (const StageSet& g : out.groups) out.cost += judge_(g).cost;
        return out;
    }

  private:
    Judge& judge_;
    std::vector<StageSet> groups_;
    std::vector<size_t> group_of_;
    std::set<size_t> live_;
};

}  // namespace

Grouping group_greedily(Judge& judge, const std::vector<StageSet>& start, const Effort& effort,
                        SearchCount& count) {
    Merging merging(judge, start);
    const int64_t most = judge.work() + effort.most_work;
    std::map<size_t, double> benefits;  // of merging a group into its only reader
    const auto look = [&](size_t g) {
        benefits.erase(g);
        const std::optional<size_t> reader = merging.only_reader(g);
        if (!reader) return;
        if (judge.work() >= most) {
            count.was_bounded = true;
            return;
        }
        const double together = judge(merging.merged(g, *reader)).cost;
        const double apart = judge(merging.stages(g)).cost + judge(merging.stages(*reader)).cost;
        if (together < apart) benefits[g] = apart - together;
    };
    for (const size_t g : merging.live()) look(g);
    while (!benefits.empty()) {
        // Of equal benefits the first in the order of the pipeline.
        const auto best = std::max_element(benefits.begin(), benefits.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        const size_t g = best->first;
        benefits.erase(g);
        for (const size_t t : merging.merge(g, *merging.only_reader(g))) look(t);
    }
    Grouping out = merging.take();
    count.judged = judge.judged();
    return out;
}

Grouping group_by_tolerance(Judge& judge, const std::vector<StageSet>& start, double tolerance,
                            SearchCount& count) {
    Merging merging(judge, start);
    const auto size = [&](size_t g) {
        double points = 0;
        merging.stages(g).for_each([&](size_t s) { points += judge.graph().stages[s].points(); });
        return points;
    };
    for (bool changed = true; changed;) {
        changed = false;
        // Larger groups first: their traffic is worth most.
        std::vector<size_t> candidates(merging.live().begin(), merging.live().end());
        std::stable_sort(candidates.begin(), candidates.end(),
                         [&](size_t a, size_t b) { return size(a) > size(b); });
        for (const size_t g : candidates) {
            const std::optional<size_t> reader = merging.only_reader(g);
            if (!reader || judge(merging.merged(g, *reader)).cost > tolerance) continue;
            merging.merge(g, *reader);
            changed = true;
        }
    }
    Grouping out = merging.take();
    count.judged = judge.judged();
    return out;
}

Grouping group_chains(Judge& judge, const std::vector<StageSet>& start, SearchCount& count) {
    return group_by_tolerance(judge, start, std::numeric_limits<double>::max(), count);
}

}  // namespace pantile::search
