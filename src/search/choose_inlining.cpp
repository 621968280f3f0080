#include "search/choose_inlining.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "plan/rewritten.h"

namespace pantile::search {

using namespace cost;
using namespace plan;
using namespace schedule;

namespace {

// Definitions that grow together stay well below what the compiler takes.
constexpr int kDeepest = 200;
constexpr double kMostOperations = 4000;

// Whether a stage reads each element at one of its points only: its steps are at least as long as what it
// reads at once.
bool reads_nothing_twice(const Edge& e, const StageNode& reader) {
    std::vector<bool> followed(reader.dims.size());
    for (const Reach& r : e.reaches) {
        if (r.kind == Reach::Kind::anywhere) return false;
        if (r.kind == Reach::Kind::fixed) continue;
        if (followed[r.dim] || r.highest - r.lowest + 1 > r.scale) return false;
        followed[r.dim] = true;
    }
    return std::all_of(followed.begin(), followed.end(), [](bool f) { return f; });
}

// Whether no element is read by both: along some dimension they read different ones, like two colours of a
// picture, or its even and its odd rows.
bool are_disjoint(const Edge& a, const Edge& b) {
    for (size_t d = 0; d < a.reaches.size(); ++d) {
        const Reach &one = a.reaches[d], &two = b.reaches[d];
        if (one.kind != two.kind || one.limit != 0 || two.limit != 0) continue;
        if (one.kind == Reach::Kind::fixed && (one.highest < two.lowest || two.highest < one.lowest))
            return true;
        if (one.kind != Reach::Kind::follows || one.scale != two.scale) continue;
        // Modulo the step, the second begins after the first has ended, and ends before it begins again.
        const double gap = two.lowest - one.lowest;
        const double begin = gap - std::floor(gap / one.scale) * one.scale;
        if (begin > one.highest - one.lowest && begin + two.highest - two.lowest < one.scale) return true;
    }
    return false;
}

// Who reads whom, as stages disappear into their readers.
class Inliner {
  public:
    Inliner(const ir::Pipeline& pipeline, const StageGraph& graph, const Pins& pins)
        : pipeline_(pipeline),
          graph_(graph),
          pins_(pins),
          readers_(graph.stages.size()),
          producers_(graph.stages.size()) {
        for (const Edge& e : graph.edges) {
            if (e.from_input) continue;
            readers_[e.producer][e.consumer] = {e.loads, at_one_point(e), &e};
            producers_[e.consumer].insert(e.producer);
        }
        for (size_t s = 0; s < graph.stages.size(); ++s) {
            depths_.push_back(depth_of(pipeline.stages[s]));
            operations_.push_back(operations_of(graph.stages[s]));
        }
        for (const std::string& name : pins.inlined) {
            for (size_t s = 0; s < graph.stages.size(); ++s) {
                if (graph.stages[s].name == name) inline_stage(s, "pinned");
            }
        }
    }

    struct Use {
        double loads;
        bool is_one_point;
        const Edge* edge;  // none: it reads through stages that were inlined
    };
    const std::map<size_t, Use>& readers(size_t s) const { return readers_[s]; }
    double operations(size_t s) const { return operations_[s]; }

    bool may_inline(size_t s) const {
        const ir::Stage& stage = pipeline_.stages[s];
        const bool is_plain = stage.updates.empty() && !ir::has_cases(stage);
        if (!is_plain || graph_.stages[s].is_output || pins_.keeps(stage.name)) return false;
        if (result_.count(rewrite::Inline{stage.name}) || readers_[s].empty()) return false;
        return std::all_of(readers_[s].begin(), readers_[s].end(), [&](const auto& use) {
            return depths_[use.first] + depths_[s] <= kDeepest &&
                   operations_[use.first] + use.second.loads * operations_[s] <= kMostOperations;
        });
    }

    void inline_stage(size_t s, std::string reason) {
        result_[rewrite::Inline{graph_.stages[s].name}] = std::move(reason);
        for (const auto& [reader, use] : readers_[s]) {
            depths_[reader] += depths_[s];
            operations_[reader] += use.loads * operations_[s];
            for (const size_t p : producers_[s]) {
                const Use& own = readers_[p].at(s);
                Use& through = readers_[p].emplace(reader, Use{0, true, nullptr}).first->second;
                through.loads += use.loads * own.loads;
                through.edge = nullptr;
                through.is_one_point &= use.is_one_point && own.is_one_point;
                producers_[reader].insert(p);
            }
            producers_[reader].erase(s);
        }
        for (const size_t p : producers_[s]) readers_[p].erase(s);
    }

    Inlining take() { return std::move(result_); }

  private:
    static bool at_one_point(const Edge& e) {
        return std::all_of(e.reaches.begin(), e.reaches.end(), [](const Reach& r) {
            return (r.kind == Reach::Kind::follows && r.scale == 1 && r.lowest == r.highest) ||
                   (r.kind == Reach::Kind::fixed && r.lowest == r.highest);
        });
    }

    static int depth_of(const ir::Stage& stage) {
        int depth = 0;
        ir::for_each_expr(stage, [&](const ir::Expr& e, size_t) { depth = std::max(depth, e.depth()); });
        return depth;
    }

    static double operations_of(const StageNode& node) {
        const OperationCounts& n = node.work[0].counts;
        return n.simple + 4 * n.slow + 10 * n.calls + n.dense + n.strided + n.gathered + n.broadcast;
    }

    const ir::Pipeline& pipeline_;
    const StageGraph& graph_;
    const Pins& pins_;
    std::vector<std::map<size_t, Use>> readers_;
    std::vector<std::set<size_t>> producers_;
    std::vector<int> depths_;
    std::vector<double> operations_;
    Inlining result_;
};

std::string only_reader_reason(const StageGraph& graph, const Inliner& inliner, size_t s) {
    return fmt::format("only '{}' reads it, at one point",
                       graph.stages[inliner.readers(s).begin()->first].name);
}

bool has_one_point_reader(const Inliner& inliner, size_t s) {
    return inliner.readers(s).size() == 1 && inliner.readers(s).begin()->second.is_one_point;
}

// The third rule of Algorithm 3: several readers, and still nothing is computed twice.
bool has_disjoint_readers(const StageGraph& graph, const Inliner& inliner, size_t s) {
    std::vector<const Edge*> reads;
    for (const auto& [reader, use] : inliner.readers(s)) {
        if (!use.edge || !reads_nothing_twice(*use.edge, graph.stages[reader])) return false;
        const bool overlaps = std::any_of(
            reads.begin(), reads.end(), [&](const Edge* other) { return !are_disjoint(*use.edge, *other); });
        if (overlaps) return false;
        reads.push_back(use.edge);
    }
    return reads.size() > 1;
}

}  // namespace

Inlining inline_by_shape(const ir::Pipeline& pipeline, const StageGraph& graph, const Pins& pins) {
    Inliner inliner(pipeline, graph, pins);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t s = 0; s < graph.stages.size(); ++s) {
            if (!inliner.may_inline(s)) continue;
            if (graph.stages[s].is_pointwise)
                inliner.inline_stage(s, "it reads one point of each producer");
            else if (has_one_point_reader(inliner, s))
                inliner.inline_stage(s, only_reader_reason(graph, inliner, s));
            else if (has_disjoint_readers(graph, inliner, s))
                inliner.inline_stage(s, "each of its consumers reads different points of it");
            else
                continue;
            changed = true;
        }
    }
    return legal_part(pipeline, inliner.take());
}

Inlining inline_by_benefit(const ir::Pipeline& pipeline, const StageGraph& graph, const Pins& pins) {
    Inliner inliner(pipeline, graph, pins);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t s = 0; s < graph.stages.size(); ++s) {
            if (!inliner.may_inline(s)) continue;
            double loads = 0;
            for (const auto& [reader, use] : inliner.readers(s)) loads += use.loads;
            const double repeated = (loads - 1) * inliner.operations(s);
            std::string reason;
            if (inliner.operations(s) <= 1)
                reason = "it costs no more than a load";
            else if (has_one_point_reader(inliner, s))
                reason = only_reader_reason(graph, inliner, s);
            else if (repeated <= loads + 1)  // what it takes to store and to load it
                reason = fmt::format("recomputing it takes {:.0f} operations, loading it {:.0f}", repeated,
                                     loads + 1);
            else
                continue;
            inliner.inline_stage(s, std::move(reason));
            changed = true;
        }
    }
    return legal_part(pipeline, inliner.take());
}

rewrite::Rewrites rewrites_of(const Inlining& inlining) {
    rewrite::Rewrites out;
    for (const auto& [rewrite, reason] : inlining) out.insert(rewrite);
    return out;
}

Inlining inline_pinned(const Pins& pins) {
    Inlining out;
    for (const rewrite::Rewrite& rewrite : pins.rewrites()) out[rewrite] = "pinned";
    return out;
}

Inlining legal_part(const ir::Pipeline& pipeline, const Inlining& wanted) {
    std::vector<rewrite::Rewrite> all;
    for (const auto& [rewrite, reason] : wanted) all.push_back(rewrite);
    rewrite::Rewrites kept;
    // Halves what does not go together until single stages are left out.
    const std::function<void(size_t, size_t)> take = [&](size_t begin, size_t end) {
        rewrite::Rewrites more = kept;
        more.insert(all.begin() + static_cast<ptrdiff_t>(begin), all.begin() + static_cast<ptrdiff_t>(end));
        if (try_rewrites(pipeline, more)) {
            kept = std::move(more);
        } else if (end - begin > 1) {
            take(begin, (begin + end) / 2);
            take((begin + end) / 2, end);
        }
    };
    if (!all.empty()) take(0, all.size());
    Inlining out;
    for (const rewrite::Rewrite& rewrite : kept) out.emplace(rewrite, wanted.at(rewrite));
    return out;
}

}  // namespace pantile::search
