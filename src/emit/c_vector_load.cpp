// Which load brings the elements of all lanes.
#include <fmt/format.h>

#include <algorithm>

#include "emit/c_vector.h"

namespace pantile::emit {

using namespace ir;

std::string CVectors::address(const Load& n, int lane) {
    Exprs at = n.indices;
    at[0] = at_lane(at[0], lane);
    return "&" + scalars_.element(n.buffer, at);
}

bool CVectors::is_dense(const std::string& buffer) const {
    for (const LoopBuffer& b : loops_.buffers) {
        if (b.name == buffer) return b.folds.empty() || b.folds[0] == 0;
    }
    return false;
}

std::string CVectors::load(const Load& n, ScalarType type) {
    const LaneIndex index = lane_index(n.indices[0]);
    const bool along_rows = is_dense(n.buffer) &&
                            std::all_of(n.indices.begin() + 1, n.indices.end(),
                                        [](const Expr& i) { return i.lanes() == 1; });
    const auto ordered = along_rows ? ordered_load(n, type, index) : std::nullopt;
    if (ordered && !index.is_clamped) return *ordered;
    const std::string id = names_.of("load", fmt::format("{}.lanes{}", n.buffer, ++loads_));
    out_.line(fmt::format("{} {};", type_of(type), id));
    if (!ordered) {
        write_gather(n, type, id);
        return id;
    }
    out_.open(fmt::format("if ({}) {{", in_order(n, index)));
    out_.code(fmt::format("{} = {};", id, *ordered));
    out_.reopen("} else {");
    write_gather(n, type, id);
    out_.close();
    return id;
}

// The load when nothing is cut off.
std::optional<std::string> CVectors::ordered_load(const Load& n, ScalarType type, const LaneIndex& index) {
    const auto from = [&](const std::string& name) { return fmt::format("{}({})", name, address(n, 0)); };
    if (index.order == LaneOrder::halved && lanes_ >= 4) {
        return fmt::format("{}({}, {})", helpers_.load_halved(type, lanes_), address(n, 0), address(n, 1));
    }
    if (index.order != LaneOrder::linear) return std::nullopt;
    if (index.step == 1) return from(helpers_.load(type, lanes_));
    if (index.step == -1) return from(helpers_.load_reversed(type, lanes_));
    if (index.step >= 2 && index.step <= 4) return from(helpers_.load_strided(type, lanes_, index.step));
    return std::nullopt;
}

// Whether all lanes lie as far apart as they would without limits.
std::string CVectors::in_order(const Load& n, const LaneIndex& index) {
    const auto spans = [&](int first, int last, int64_t length) {
        return fmt::format("{} == {} + {}", index_at(n, last), index_at(n, first), length);
    };
    if (index.order == LaneOrder::linear) return spans(0, lanes_ - 1, index.step * (lanes_ - 1));
    return fmt::format("({}) & ({})", spans(0, lanes_ - 2, lanes_ / 2 - 1), spans(1, lanes_ - 1, lanes_ / 2 - 1));
}

// In memory first: compilers keep it in registers where that pays, and build the vector at once.
void CVectors::write_gather(const Load& n, ScalarType type, const std::string& into) {
    const std::string memory = names_.of("load", into + ".memory");
    out_.line(fmt::format("{} {}[{}];", c_memory_type(type), memory, lanes_));
    out_.code(fmt::format("for (int lane = 0; lane < {}; ++lane) {}[lane] = {};", lanes_, memory,
                          scalars_.element(n.buffer, n.indices)));
    out_.line(fmt::format("{} = {}({});", into, helpers_.load(type, lanes_), memory));
}

}  // namespace pantile::emit
