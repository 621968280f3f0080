#include "schedule/walk_rooms.h"

#include <algorithm>
#include <bit>

namespace pantile::schedule {

namespace {

// How far a walk has computed a stage, in rows beyond 'scale' times the reference stage's row.
struct Progress {
    double least = 0;
    double most = 0;
};

class Walk {
  public:
    Walk(const StageGraph& graph, const GroupFrame& frame, const Sliding& sliding)
        : graph_(graph), frame_(frame), sliding_(sliding), walked_(frame.stages.size()) {
        for (size_t i = frame.stages.size(); i-- > 0;) find_walked(i);
    }

    std::vector<double> shares(const std::vector<Extents>& extents) const {
        std::vector<double> shares(frame_.stages.size(), 1.0);
        std::vector<Progress> progress(frame_.stages.size());
        for (size_t i = frame_.stages.size(); i-- > 0;) {
            if (!walked_[i]) continue;
            progress[i] = progress_of(i, progress);
            const double rows = rows_kept(i, progress);
            const double whole = static_cast<double>(extents[i][*walked_[i]]);
            const double kept =
                static_cast<double>(std::bit_ceil(static_cast<uint64_t>(std::clamp(rows, 1.0, 1e9))));
            shares[i] = std::min(1.0, kept / std::max(1.0, whole));
        }
        return shares;
    }

  private:
    const StageNode& node(size_t i) const { return graph_.stages[frame_.stages[i].stage]; }

    // The dimension of a stage that the walk goes along; none: it is computed as a whole before the walk.
    void find_walked(size_t i) {
        const auto& dims = frame_.stages[i].dims;
        for (size_t d = 0; d < dims.size(); ++d) {
            if (dims[d].is_steady && dims[d].dim == sliding_.dim) walked_[i] = d;
        }
        for (const size_t e : node(i).out) {
            const Edge& edge = graph_.edges[e];
            if (frame_.contains(edge.consumer) && !walked_[frame_.position_of(edge.consumer)])
                walked_[i].reset();
        }
    }

    // As analysis/sliding.h has it: a reader that does not read everywhere may begin late, and rows wait for
    // it.
    Progress progress_of(size_t i, const std::vector<Progress>& known) const {
        const FrameDim& dim = frame_.stages[i].dims[*walked_[i]];
        std::optional<Progress> sure, all;
        const auto join = [&](Progress p, bool always) {
            if (always) sure = sure ? Progress{std::max(sure->least, p.least), p.most} : p;
            all = all ? Progress{std::min(all->least, p.least), std::max(all->most, p.most)} : p;
        };
        if (frame_.stages[i].is_live_out) join({dim.scale - 1, std::max(0.0, dim.scale - 1)}, true);
        for (const size_t e : node(i).out) {
            const Edge& edge = graph_.edges[e];
            if (!frame_.contains(edge.consumer)) continue;
            const Reach& r = edge.reaches[*walked_[i]];
            const Progress& from = known[frame_.position_of(edge.consumer)];
            join({from.least * r.scale + r.highest, from.most * r.scale + r.highest}, edge.always[r.dim]);
        }
        if (!all) return {};
        return {sure ? sure->least : std::min(all->least, dim.lowest + dim.scale - 1), all->most};
    }

    double rows_kept(size_t i, const std::vector<Progress>& progress) const {
        const FrameDim& dim = frame_.stages[i].dims[*walked_[i]];
        double needed = progress[i].least + 1;
        for (const size_t e : node(i).out) {
            const Edge& edge = graph_.edges[e];
            if (!frame_.contains(edge.consumer)) continue;
            const Reach& r = edge.reaches[*walked_[i]];
            needed = std::min(needed,
                              (progress[frame_.position_of(edge.consumer)].least + 1) * r.scale + r.lowest);
        }
        return dim.scale * static_cast<double>(sliding_.rows) + progress[i].most - needed + 1;
    }

    const StageGraph& graph_;
    const GroupFrame& frame_;
    const Sliding& sliding_;
    std::vector<std::optional<size_t>> walked_;
};

}  // namespace

std::vector<double> shares_kept(const StageGraph& graph, const GroupFrame& frame,
                                const std::optional<Sliding>& sliding, const std::vector<Extents>& extents) {
    if (!sliding) return std::vector<double>(frame.stages.size(), 1.0);
    return Walk(graph, frame, *sliding).shares(extents);
}

}  // namespace pantile::schedule
