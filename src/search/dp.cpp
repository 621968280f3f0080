// PolyMage+, Algorithm 1 (the dynamic program) and Algorithm 5 (bounded, incremental).
//
// The recurrence as the paper prints it finalises groups in the order in which they are reached, and a stage
// that is reached on ways of different lengths is counted twice; the published code repairs the result
// afterwards. Here the state is the set of stages whose groups are final, and the next group is any set of
// stages whose producers outside of it are final:
//
//     F(all) = 0,   F(D) = min over H of COST(H) + F(D ∪ H)
//
// Each acyclic grouping is a sequence of such steps and no other one is, so the minimum is exact and needs no
// repair. A group grows by the successors of its members (Case I), each with the ancestors that it needs, so
// no cycle can form; leaving the group as it is and choosing the next one among the successors that are free
// (Case II) goes through their partitions one part at a time. On a chain of n stages, n(n+1)/2 groups are
// judged.
#include <algorithm>
#include <unordered_set>

#include "search/grouping.h"

namespace pantile::search {

using namespace cost;

namespace {

// The groups that exist so far, as the vertices of a graph. Sets of vertices are StageSets too.
struct Vertices {
    std::vector<StageSet> stages;  // in an order of execution
    std::vector<std::vector<size_t>> successors;
    std::vector<StageSet> producers;  // direct ones
    std::vector<StageSet> ancestors;

    size_t count() const { return stages.size(); }
};

Vertices make_vertices(const StageGraph& graph, std::vector<StageSet> groups) {
    Vertices out{std::move(groups), {}, {}, {}};
    const size_t n = out.count();
    std::vector<size_t> vertex_of(graph.stages.size(), 0);
    for (size_t v = 0; v < n; ++v) out.stages[v].for_each([&](size_t s) { vertex_of[s] = v; });
    out.successors.resize(n);
    for (size_t v = 0; v < n; ++v) {
        StageSet producers(n), ancestors(n);
        out.stages[v].for_each([&](size_t s) {
            for (const size_t p : graph.producers_of(s)) {
                if (vertex_of[p] != v) producers.insert(vertex_of[p]);
            }
        });
        producers.for_each([&](size_t p) {
            ancestors |= out.ancestors[p];
            ancestors.insert(p);
            out.successors[p].push_back(v);
        });
        out.producers.push_back(std::move(producers));
        out.ancestors.push_back(std::move(ancestors));
    }
    return out;
}

// Which groups may come next: any, or only those that contain the first stage that is free. The latter sees
// fewer groupings, in far fewer steps where a pipeline is wide.
enum class Order { any, first };

class Program {
  public:
    Program(Judge& judge, const Vertices& vertices, size_t limit, Order order, int64_t most_work)
        : judge_(judge), vertices_(vertices), limit_(limit), order_(order), most_work_(most_work) {}

    // Nothing when it would take more than is allowed.
    std::optional<Grouping> run() {
        StageSet done(vertices_.count());
        const double cost = best(done).cost;
        if (gave_up_) return std::nullopt;
        Grouping out{{}, cost};
        for (size_t left = vertices_.count(); left > 0;) {
            const StageSet& next = known_.at(done).group;
            out.groups.push_back(stages_of(next));
            left -= next.size();
            done |= next;
        }
        return out;
    }

    int64_t states() const { return static_cast<int64_t>(known_.size()); }

  private:
    struct State {
        double cost = kNever;
        StageSet group;  // the next one
    };

    StageSet stages_of(const StageSet& group) const {
        StageSet out = judge_.graph().none();
        group.for_each([&](size_t v) { out |= vertices_.stages[v]; });
        return out;
    }

    bool is_free(size_t v, const StageSet& done) const {
        return !done.contains(v) && vertices_.producers[v].is_subset_of(done);
    }

    // Iterative: a pipeline may have thousands of stages, one state for each on the way down.
    const State& best(const StageSet& from) {
        struct Visit {
            StageSet done;
            std::vector<StageSet> groups;
            size_t next = 0;
        };
        std::vector<Visit> stack;
        const auto open = [&](const StageSet& done) { stack.push_back({done, next_groups(done), 0}); };
        if (!known_.count(from)) open(from);
        while (!stack.empty() && !gave_up_) {
            Visit& top = stack.back();
            State& state = known_[top.done];
            if (top.groups.empty()) {
                state.cost = 0;
                stack.pop_back();
                continue;
            }
            if (top.next == top.groups.size()) {
                stack.pop_back();
                continue;
            }
            const StageSet after = top.done | top.groups[top.next];
            const auto known = known_.find(after);
            if (known == known_.end()) {
                open(after);
                continue;
            }
            const double cost = judge_(stages_of(top.groups[top.next])).cost + known->second.cost;
            if (cost < state.cost || state.group.empty()) state = {cost, top.groups[top.next]};
            ++top.next;
        }
        return known_[from];
    }

    // All sets of at most 'limit_' vertices that may be the next group, the single ones first.
    std::vector<StageSet> next_groups(const StageSet& done) {
        std::vector<StageSet> out;
        std::unordered_set<StageSet, StageSet::Hash> seen;
        const auto add = [&](StageSet group) {
            if (seen.insert(group).second) out.push_back(std::move(group));
        };
        for (size_t v = 0; v < vertices_.count(); ++v) {
            if (!is_free(v, done)) continue;
            add(StageSet::of(vertices_.count(), {v}));
            if (order_ == Order::first) break;
        }
        for (size_t i = 0; i < out.size() && !gave_up_; ++i) {
            const StageSet group = out[i];
            if (group.size() < limit_ && !never_merges(group)) grow(group, done, add);
            // Judged here, so that effort is counted before the states behind the group are opened.
            judge_(stages_of(group));
            // All that waits in 'out' would be judged, too.
            gave_up_ = std::max(judge_.work(), static_cast<int64_t>(out.size())) > most_work_ ||
                       states() > most_work_;
        }
        if (gave_up_) return out;
        // A group that is refused leads nowhere; single vertices stay, so that there is always a way.
        std::erase_if(out,
                      [&](const StageSet& g) { return g.size() > 1 && judge_(stages_of(g)).cost == kNever; });
        return out;
    }

    bool never_merges(const StageSet& group) const {
        bool found = false;
        group.for_each(
            [&](size_t v) { vertices_.stages[v].for_each([&](size_t s) { found |= judge_.is_alone(s); }); });
        return found;
    }

    template <typename Add>
    void grow(const StageSet& group, const StageSet& done, const Add& add) const {
        group.for_each([&](size_t v) {
            for (const size_t s : vertices_.successors[v]) {
                if (group.contains(s) || done.contains(s)) continue;
                StageSet larger = group | (vertices_.ancestors[s] - done);
                larger.insert(s);
                add_larger(group, std::move(larger), add);
            }
            if (order_ == Order::any) add_siblings(group, v, done, add);
        });
    }

    // Partitions of the successors: stages that read the same final group may share one, though neither reads
    // the other. They too come with the ancestors that they need, so that every set of stages that are
    // connected by reads or by what they read is found, whichever of its stages comes first.
    template <typename Add>
    void add_siblings(const StageSet& group, size_t v, const StageSet& done, const Add& add) const {
        vertices_.producers[v].for_each([&](size_t p) {
            if (group.contains(p)) return;
            for (const size_t s : vertices_.successors[p]) {
                if (group.contains(s) || done.contains(s)) continue;
                StageSet larger = group | (vertices_.ancestors[s] - done);
                larger.insert(s);
                add_larger(group, std::move(larger), add);
            }
        });
    }

    template <typename Add>
    void add_larger(const StageSet& group, StageSet larger, const Add& add) const {
        if (larger.size() <= limit_ && !never_merges(StageSet(larger) -= group)) add(std::move(larger));
    }

    Judge& judge_;
    const Vertices& vertices_;
    const size_t limit_;
    const Order order_;
    const int64_t most_work_;
    bool gave_up_ = false;
    std::unordered_map<StageSet, State, StageSet::Hash> known_;
};

// Every vertex a group of its own: there is nothing to search.
Grouping alone(Judge& judge, const Vertices& vertices) {
    Grouping out{vertices.stages, 0};
    for (const StageSet& group : out.groups) out.cost += judge(group).cost;
    return out;
}

// One round of Algorithm 5. Where the full search takes too long, it looks only at groups around the first
// free stage, then at smaller ones; groups of one always end.
Grouping run_round(Judge& judge, const Vertices& vertices, const Effort& effort, SearchCount& count) {
    size_t limit = std::max<size_t>(1, effort.group_limit);
    if (limit == 1) return alone(judge, vertices);
    for (Order order = Order::any;; order = Order::first) {
        // Half for all groups, the rest for fewer.
        const int64_t most = judge.work() + effort.most_work / 2;
        Program program(judge, vertices, limit, order, most);
        std::optional<Grouping> found = program.run();
        count.states += program.states();
        if (found) return std::move(*found);
        count.was_bounded = true;
        if (order == Order::first) limit /= 2;
        if (limit <= 1) return alone(judge, vertices);
    }
}

}  // namespace

Grouping group_by_dp(Judge& judge, const std::vector<StageSet>& start, const Effort& effort,
                     SearchCount& count) {
    Grouping current{ordered(judge.graph(), start).value_or(start), kNever};
    const size_t stages = current.groups.size();
    for (size_t reach = std::max<size_t>(2, effort.group_limit);;
         reach *= std::max<size_t>(2, effort.group_limit)) {
        const size_t before = current.groups.size();
        current = run_round(judge, make_vertices(judge.graph(), current.groups), effort, count);
        current.groups = *ordered(judge.graph(), current.groups);
        if (reach >= stages || current.groups.size() == before) break;
    }
    count.judged = judge.judged();
    return current;
}

}  // namespace pantile::search
