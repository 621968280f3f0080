#include "analysis/peak_memory.h"

#include <algorithm>

#include "analysis/symbolic.h"
#include "base/checked.h"
#include "ir/uses.h"
#include "ir/workspace.h"

namespace pantile::analysis {

using namespace ir;

namespace {

class Workspace {
  public:
    Workspace(const Loops& loops, const Sizes& sizes) : loops_(loops) {
        for (const LoopBuffer& b : loops.buffers) {
            if (belongs_to_caller(b)) set_box(b, is_input(b) ? sizes.inputs : sizes.outputs);
        }
        for (const auto& [name, value] : sizes.params) {
            if (!is_float(value.type())) values_[name] = value.as_int();
        }
        for (const NamedBound& b : loops.bounds) {
            if (const auto value = evaluate(b.value)) values_[b.name] = *value;
        }
    }

    std::optional<int64_t> bytes(int threads) {
        for (const std::vector<std::string>& slot : loops_.slots) place(slot_bytes(slot));
        const bool scratch = std::any_of(loops_.buffers.begin(), loops_.buffers.end(),
                                         [](const LoopBuffer& b) { return b.space == MemorySpace::scratch; });
        if (scratch) place(arenas(threads));
        if (loops_.slots.empty() && !scratch) return 0;
        const std::optional<int64_t> total = total_ ? checked_add(*total_, kCacheLine) : std::nullopt;
        return total && *total < kTooLarge ? total : std::nullopt;
    }

  private:
    void set_box(const LoopBuffer& b, const std::map<std::string, Box>& boxes) {
        const Box& box = boxes.at(b.shown);
        for (size_t d = 0; d < box.size(); ++d) {
            values_[as<Variable>(b.mins[d])->name] = box[d].min;
            values_[as<Variable>(b.maxs[d])->name] = box[d].max;
            values_[b.name + "." + b.dims[d] + ".extent"] = box[d].extent();
        }
    }

    std::optional<int64_t> evaluate(const Expr& e) const {
        bool known = true;
        const std::optional<int64_t> value = evaluate_bound(e, [&](const Variable& v) -> int64_t {
            const auto found = values_.find(v.name);
            known &= found != values_.end();
            return known ? found->second : 0;
        });
        return known ? value : std::nullopt;
    }

    std::optional<int64_t> slot_bytes(const std::vector<std::string>& slot) const {
        int64_t most = 0;
        for (const LoopBuffer& b : loops_.buffers) {
            if (std::find(slot.begin(), slot.end(), b.name) == slot.end()) continue;
            std::optional<int64_t> bytes = size_in_bytes(b.type);
            for (size_t d = 0; d < b.dims.size(); ++d) {
                const auto min = evaluate(b.mins[d]), max = evaluate(b.maxs[d]);
                if (!min || !max || !bytes) return std::nullopt;
                bytes = checked_mul(*bytes, Interval{*min, *max}.extent());
            }
            if (!bytes) return std::nullopt;
            most = std::max(most, *bytes);
        }
        return most;
    }

    std::optional<int64_t> arenas(int threads) const {
        const std::optional<int64_t> bytes = evaluate(loops_.arena_bytes);
        if (!bytes || *bytes >= kTooLarge) return std::nullopt;
        return checked_mul(arena_stride(*bytes), tasks_use_scratch(loops_) ? threads : 1);
    }

    void place(std::optional<int64_t> bytes) {
        if (!total_ || !bytes || *bytes >= kTooLarge) {
            total_ = std::nullopt;
            return;
        }
        const int64_t alignment = workspace_alignment(*bytes);
        total_ = checked_add(ceil_div(*total_, alignment) * alignment, *bytes);
        if (total_ && *total_ >= kTooLarge) total_ = std::nullopt;
    }

    const Loops& loops_;
    std::map<std::string, int64_t> values_;
    std::optional<int64_t> total_ = 0;
};

}  // namespace

std::optional<int64_t> peak_memory(const Loops& loops, const Sizes& sizes, int threads) {
    return Workspace(loops, sizes).bytes(threads);
}

}  // namespace pantile::analysis
