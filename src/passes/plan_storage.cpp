#include "passes/plan_storage.h"

#include <algorithm>
#include <map>

#include "analysis/symbolic.h"
#include "ir/traverse.h"

namespace pantile::passes {

using namespace ir;

namespace {

class Planner {
  public:
    explicit Planner(const Loops& loops) {
        for (const LoopBuffer& b : loops.buffers) buffers_.emplace(b.name, &b);
        for (const NamedBound& b : loops.bounds) bounds_.emplace(b.name, b.value);
    }

    void allocate(const std::string& name) {
        std::optional<size_t> best;
        for (size_t s = 0; s < slots_.size(); ++s) {
            if (taken_[s]) continue;
            if (!best || (!holds_shape_of(*best, name) && holds_shape_of(s, name))) best = s;
        }
        if (!best) {
            best = slots_.size();
            slots_.emplace_back();
            taken_.push_back(false);
        }
        slots_[*best].push_back(name);
        taken_[*best] = true;
    }

    void release(const std::string& name) {
        for (size_t s = 0; s < slots_.size(); ++s) {
            if (taken_[s] && slots_[s].back() == name) taken_[s] = false;
        }
    }

    std::vector<std::vector<std::string>> take() { return std::move(slots_); }

  private:
    bool holds_shape_of(size_t slot, const std::string& name) const {
        return std::any_of(slots_[slot].begin(), slots_[slot].end(),
                           [&](const std::string& held) { return same_shape(held, name); });
    }

    bool same_shape(const std::string& a, const std::string& b) const {
        const LoopBuffer &x = *buffers_.at(a), &y = *buffers_.at(b);
        if (x.dims.size() != y.dims.size() || size_in_bytes(x.type) != size_in_bytes(y.type)) return false;
        for (size_t d = 0; d < x.dims.size(); ++d) {
            if (!same(length(x, d), length(y, d))) return false;
        }
        return true;
    }

    // The extent less one. Boxes that only lie at different places have the same.
    Expr length(const LoopBuffer& b, size_t d) const {
        return analysis::minus(value(b.maxs[d]), value(b.mins[d]));
    }

    Expr value(const Expr& bound) const {
        const Variable* v = as<Variable>(bound);
        const auto found = v ? bounds_.find(v->name) : bounds_.end();
        return found == bounds_.end() ? bound : found->second;
    }

    std::map<std::string, const LoopBuffer*> buffers_;
    std::map<std::string, Expr> bounds_;
    std::vector<std::vector<std::string>> slots_;
    std::vector<bool> taken_;
};

}  // namespace

Loops plan_storage(const Loops& loops) {
    Planner planner(loops);
    for_each_step(loops.program, [&](const Step& step) {
        match(
            step, [](const Sequence&) {}, [](const Compute&) {},
            [&](const Allocate& n) { planner.allocate(n.buffer); },
            [&](const Release& n) { planner.release(n.buffer); });
    });
    Loops out = loops;
    out.slots = planner.take();
    return out;
}

}  // namespace pantile::passes
