#include <algorithm>

#include "search/grouping.h"

namespace pantile::search {

using namespace cost;

namespace {

// Some groups replaced by others over the same stages.
struct Move {
    std::vector<size_t> gone;
    std::vector<StageSet> come;
    double gain = 0;
};

class HillClimb {
  public:
    HillClimb(Judge& judge, Grouping start, int64_t most_work)
        : judge_(judge), current_(std::move(start)), most_work_(most_work) {}

    Grouping run() {
        while (judge_.work() < most_work_) {
            find_readers();
            best_ = {};
            for (size_t g = 0; g < current_.groups.size() && judge_.work() < most_work_; ++g) {
                try_merges(g);
                try_splits(g);
            }
            if (best_.gone.empty()) break;
            current_ = applied(best_);
        }
        return std::move(current_);
    }

  private:
    const StageGraph& graph() const { return judge_.graph(); }

    void find_readers() {
        std::vector<size_t> group_of(graph().stages.size(), 0);
        for (size_t g = 0; g < current_.groups.size(); ++g)
            current_.groups[g].for_each([&](size_t s) { group_of[s] = g; });
        readers_.assign(current_.groups.size(), {});
        for (const Edge& e : graph().edges) {
            if (!e.from_input && group_of[e.producer] != group_of[e.consumer])
                readers_[group_of[e.producer]].insert(group_of[e.consumer]);
        }
    }

    bool is_alone(size_t g) const {
        bool found = false;
        current_.groups[g].for_each([&](size_t s) { found |= judge_.is_alone(s); });
        return found;
    }

    void try_merges(size_t g) {
        if (is_alone(g)) return;
        std::vector<size_t> all = {g};
        for (const size_t r : readers_[g]) {
            if (is_alone(r)) continue;
            all.push_back(r);
            consider_merge({g, r});
        }
        if (all.size() > 2) consider_merge(std::move(all));
    }

    void consider_merge(std::vector<size_t> gone) {
        StageSet together = graph().none();
        for (const size_t g : gone) together |= current_.groups[g];
        consider({std::move(gone), {std::move(together)}});
    }

    // The stages of a group are numbered in an order of execution: every cut of it leaves two groups that do
    // not need each other in a circle.
    void try_splits(size_t g) {
        const std::vector<size_t> members = current_.groups[g].members();
        StageSet first = graph().none();
        for (size_t i = 0; i + 1 < members.size() && judge_.work() < most_work_; ++i) {
            first.insert(members[i]);
            if (is_split_by_pin(first, current_.groups[g])) continue;
            consider({{g}, {first, current_.groups[g] - first}});
        }
    }

    bool is_split_by_pin(const StageSet& part, const StageSet& whole) const {
        const StageSet rest = whole - part;
        for (const std::vector<std::string>& set : judge_.pins().together) {
            bool in_part = false, in_rest = false;
            for (const std::string& name : set) {
                part.for_each([&](size_t s) { in_part |= graph().stages[s].name == name; });
                rest.for_each([&](size_t s) { in_rest |= graph().stages[s].name == name; });
            }
            if (in_part && in_rest) return true;
        }
        return false;
    }

    void consider(Move move) {
        for (const size_t g : move.gone) move.gain += judge_(current_.groups[g]).cost;
        for (const StageSet& g : move.come) move.gain -= judge_(g).cost;
        if (!(move.gain > best_.gain * (1 + 1e-12))) return;
        if (ordered(graph(), groups_after(move))) best_ = std::move(move);
    }

    std::vector<StageSet> groups_after(const Move& move) const {
        std::vector<StageSet> groups = move.come;
        for (size_t g = 0; g < current_.groups.size(); ++g) {
            if (std::find(move.gone.begin(), move.gone.end(), g) == move.gone.end())
                groups.push_back(current_.groups[g]);
        }
        return groups;
    }

    Grouping applied(const Move& move) const {
        return {*ordered(graph(), groups_after(move)), current_.cost - move.gain};
    }

    Judge& judge_;
    Grouping current_;
    const int64_t most_work_;
    std::vector<std::set<size_t>> readers_;
    Move best_;
};

}  // namespace

Grouping improve_grouping(Judge& judge, Grouping start, const Effort& effort, SearchCount& count) {
    Grouping out = HillClimb(judge, std::move(start), judge.work() + effort.most_work).run();
    // Differences of large sums round; the sum itself is what others compare.
    out.cost = 0;
    for (const StageSet& g : out.groups) out.cost += judge(g).cost;
    count.judged = judge.judged();
    return out;
}

}  // namespace pantile::search
