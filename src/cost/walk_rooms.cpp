#include "cost/walk_rooms.h"

#include <algorithm>
#include <bit>

namespace pantile::cost {

WalkRooms::WalkRooms(const StageGraph& graph, const GroupFrame& frame, size_t dim)
    : graph_(graph),
      frame_(frame),
      walked_(frame.stages.size()),
      progress_(frame.stages.size()),
      waiting_(frame.stages.size()) {
    for (size_t i = frame.stages.size(); i-- > 0;) {
        find_walked(i, dim);
        if (!walked_[i]) continue;
        progress_[i] = progress_of(i);
        waiting_[i] = rows_waiting(i);
    }
}

std::vector<double> WalkRooms::shares(int64_t step, const std::vector<Extents>& extents) const {
    std::vector<double> shares(frame_.stages.size(), 1.0);
    for (size_t i = 0; i < shares.size(); ++i) {
        if (!walked_[i]) continue;
        const double rows =
            frame_.stages[i].dims[*walked_[i]].scale * static_cast<double>(step) + waiting_[i];
        const double whole = static_cast<double>(extents[i][*walked_[i]]);
        const double kept =
            static_cast<double>(std::bit_ceil(static_cast<uint64_t>(std::clamp(rows, 1.0, 1e9))));
        shares[i] = std::min(1.0, kept / std::max(1.0, whole));
    }
    return shares;
}

// A stage without such a dimension is computed as a whole before the walk, and with it all that it reads.
void WalkRooms::find_walked(size_t i, size_t dim) {
    const auto& dims = frame_.stages[i].dims;
    for (size_t d = 0; d < dims.size(); ++d) {
        if (dims[d].is_steady && dims[d].dim == dim) walked_[i] = d;
    }
    for (const size_t e : graph_.stages[frame_.stages[i].stage].out) {
        const Edge& edge = graph_.edges[e];
        if (frame_.contains(edge.consumer) && !walked_[frame_.position_of(edge.consumer)]) walked_[i].reset();
    }
}

// As analysis/sliding.h has it: a reader that does not read everywhere may begin late, and rows wait for it.
WalkRooms::Progress WalkRooms::progress_of(size_t i) const {
    const FrameDim& dim = frame_.stages[i].dims[*walked_[i]];
    std::optional<Progress> sure, all;
    const auto join = [&](Progress p, bool always) {
        if (always) sure = sure ? Progress{std::max(sure->least, p.least), p.most} : p;
        all = all ? Progress{std::min(all->least, p.least), std::max(all->most, p.most)} : p;
    };
    if (frame_.stages[i].is_live_out) join({dim.scale - 1, std::max(0.0, dim.scale - 1)}, true);
    for (const size_t e : graph_.stages[frame_.stages[i].stage].out) {
        const Edge& edge = graph_.edges[e];
        if (!frame_.contains(edge.consumer)) continue;
        const Reach& r = edge.reaches[*walked_[i]];
        const Progress& from = progress_[frame_.position_of(edge.consumer)];
        join({from.least * r.scale + r.highest, from.most * r.scale + r.highest}, edge.always[r.dim]);
    }
    if (!all) return {};
    return {sure ? sure->least : std::min(all->least, dim.lowest + dim.scale - 1), all->most};
}

double WalkRooms::rows_waiting(size_t i) const {
    double needed = progress_[i].least + 1;
    for (const size_t e : graph_.stages[frame_.stages[i].stage].out) {
        const Edge& edge = graph_.edges[e];
        if (!frame_.contains(edge.consumer)) continue;
        const Reach& r = edge.reaches[*walked_[i]];
        needed =
            std::min(needed, (progress_[frame_.position_of(edge.consumer)].least + 1) * r.scale + r.lowest);
    }
    return progress_[i].most - needed + 1;
}

}  // namespace pantile::cost
