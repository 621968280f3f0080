#include "cost/group_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pantile::cost {

namespace {

constexpr double kEqual = 1e-9;

class Framing {
  public:
    Framing(const StageGraph& graph, const StageSet& group, std::string_view named)
        : graph_(graph), group_(group), named_(named) {
        position_.assign(graph.stages.size(), group.size());
        for (const size_t s : order()) {
            position_[s] = frame_.stages.size();
            frame_.stages.push_back({.stage = s, .dims = std::vector<FrameDim>(graph.stages[s].dims.size())});
        }
    }

    GroupFrame run() {
        for (const FrameStage& s : frame_.stages) collect_edges(s.stage);
        for (FrameStage& s : frame_.stages) mark(s);
        place();
        for (size_t i = frame_.stages.size(); i-- > 0;) {
            find_level(i);
            for (size_t d = 0; d < frame_.stages[i].dims.size(); ++d) bound(i, d);
        }
        frame_.positions = std::move(position_);
        return std::move(frame_);
    }

  private:
    // The largest stage that no other one of the group reads comes last: its tiles are the tiles.
    std::vector<size_t> order() const {
        std::vector<size_t> all = group_.members();
        std::optional<size_t> reference;
        for (const size_t s : all) {
            const auto& out = graph_.stages[s].out;
            const bool is_read = std::any_of(
                out.begin(), out.end(), [&](size_t e) { return group_.contains(graph_.edges[e].consumer); });
            if (is_read) continue;
            if (graph_.stages[s].name == named_) {
                reference = s;
                break;
            }
            if (!reference || graph_.stages[s].points() >= graph_.stages[*reference].points()) reference = s;
        }
        std::erase(all, *reference);
        all.push_back(*reference);
        return all;
    }

    void collect_edges(size_t stage) {
        for (const size_t e : graph_.stages[stage].in) {
            const Edge& edge = graph_.edges[e];
            const bool is_inside = !edge.from_input && group_.contains(edge.producer);
            (is_inside ? frame_.inside : frame_.outside).push_back(e);
        }
    }

    void mark(FrameStage& s) {
        s.is_live_out = graph_.stages[s.stage].is_output;
        for (const size_t e : graph_.stages[s.stage].out)
            (group_.contains(graph_.edges[e].consumer) ? s.is_read_inside : s.is_live_out) = true;
    }

    FrameStage& producer(const Edge& e) { return frame_.stages[position_[e.producer]]; }
    FrameStage& consumer(const Edge& e) { return frame_.stages[position_[e.consumer]]; }

    void place() {
        FrameStage& reference = frame_.stages.back();
        for (size_t d = 0; d < reference.dims.size(); ++d) reference.dims[d].dim = d;
        while (spread()) {
        }
        // A live-out that no read connects is cut by the dimensions of the same name.
        for (size_t i = 0; i + 1 < frame_.stages.size(); ++i) {
            if (frame_.stages[i].is_live_out) place_by_name(frame_.stages[i]);
            while (spread()) {
            }
        }
    }

    void place_by_name(FrameStage& s) {
        const auto& names = graph_.stages[frame_.stages.back().stage].dims;
        for (size_t d = 0; d < s.dims.size(); ++d) {
            const auto found = std::find(names.begin(), names.end(), graph_.stages[s.stage].dims[d]);
            if (found != names.end() && !s.dims[d].dim)
                s.dims[d].dim = static_cast<size_t>(found - names.begin());
        }
    }

    bool spread() {
        bool changed = false;
        for (size_t k = frame_.inside.size(); k-- > 0;) {
            const Edge& edge = graph_.edges[frame_.inside[k]];
            for (size_t d = 0; d < edge.reaches.size(); ++d) {
                const Reach& reach = edge.reaches[d];
                if (reach.kind != Reach::Kind::follows || reach.scale <= 0) continue;
                FrameDim& from = producer(edge).dims[d];
                FrameDim& to = consumer(edge).dims[reach.dim];
                if (from.dim.has_value() == to.dim.has_value()) continue;
                if (to.dim) {
                    from.dim = to.dim;
                    from.scale = to.scale * reach.scale;
                } else {
                    to.dim = from.dim;
                    to.scale = from.scale / reach.scale;
                }
                changed = true;
            }
        }
        return changed;
    }

    void find_level(size_t i) {
        for (const size_t e : graph_.stages[frame_.stages[i].stage].out) {
            if (group_.contains(graph_.edges[e].consumer))
                frame_.stages[i].level =
                    std::max(frame_.stages[i].level, consumer(graph_.edges[e]).level + 1);
        }
        frame_.height = std::max(frame_.height, frame_.stages[i].level);
    }

    // Joins what all readers need. Reads that do not move with the tile leave the dimension open.
    void bound(size_t i, size_t d) {
        FrameStage& s = frame_.stages[i];
        FrameDim& dim = s.dims[d];
        if (!dim.dim || !graph_.stages[s.stage].pure_dims[d]) return;
        dim.is_bounded = dim.is_steady = true;
        bool is_known = s.is_live_out || !s.is_read_inside;
        for (const size_t e : graph_.stages[s.stage].out) {
            const Edge& edge = graph_.edges[e];
            if (!group_.contains(edge.consumer)) continue;
            const Reach& reach = edge.reaches[d];
            if (reach.kind != Reach::Kind::follows ||
                !join(dim, reach, consumer(edge).dims[reach.dim], is_known)) {
                dim.is_bounded = dim.is_steady = false;
                return;
            }
            is_known = true;
        }
    }

    static bool join(FrameDim& dim, const Reach& reach, const FrameDim& to, bool is_known) {
        const bool fits = to.dim == dim.dim && to.is_bounded &&
                          std::abs(to.scale * reach.scale - dim.scale) < kEqual * dim.scale;
        if (!fits) return false;
        const double low = to.lowest * reach.scale + reach.lowest;
        const double high = to.highest * reach.scale + reach.highest;
        std::vector<PassedLimit> limits = to.limits;
        if (!limits.empty()) {
            limits.back().lowest = to.lowest;
            limits.back().highest = to.highest;
        }
        if (reach.limit > 0) limits.push_back({reach.limit});
        dim.is_steady &= to.is_steady && !reach.has_mixed_limits && (!is_known || limits == dim.limits);
        dim.lowest = is_known ? std::min(dim.lowest, low) : low;
        dim.highest = is_known ? std::max(dim.highest, high) : high;
        dim.limits = std::move(limits);
        return true;
    }

    const StageGraph& graph_;
    const StageSet& group_;
    const std::string_view named_;
    std::vector<size_t> position_;
    GroupFrame frame_;
};

}  // namespace

GroupFrame frame_group(const StageGraph& graph, const StageSet& group, std::string_view reference) {
    return Framing(graph, group, reference).run();
}

int64_t extent_in_tile(const StageGraph& graph, const FrameStage& stage, size_t d,
                       const FrameStage& reference, const TileSizes& tile) {
    const int64_t whole = graph.stages[stage.stage].extents[d];
    const FrameDim& dim = stage.dims[d];
    if (!dim.is_bounded || tile.empty() || tile[*dim.dim] == 0) return whole;
    const int64_t points = std::min(tile[*dim.dim], graph.stages[reference.stage].extents[*dim.dim]);
    const double needed =
        dim.scale * static_cast<double>(points - 1) + std::max(dim.highest - dim.lowest, dim.scale - 1);
    return std::min(whole, static_cast<int64_t>(std::floor(needed + kEqual)) + 1);
}

Extents extents_in_tile(const StageGraph& graph, const FrameStage& stage, const FrameStage& reference,
                        const TileSizes& tile) {
    Extents out;
    for (size_t d = 0; d < stage.dims.size(); ++d)
        out.push_back(extent_in_tile(graph, stage, d, reference, tile));
    return out;
}

double points_in_tile(const StageGraph& graph, const FrameStage& stage, const FrameStage& reference,
                      const TileSizes& tile) {
    return product(extents_in_tile(graph, stage, reference, tile));
}

Extents extents_read(const StageGraph& graph, const Edge& edge, const Extents& extents) {
    Extents out;
    for (size_t d = 0; d < edge.reaches.size(); ++d) out.push_back(extent_read(graph, edge, d, extents));
    return out;
}

int64_t extent_read(const StageGraph& graph, const Edge& edge, size_t d, const Extents& extents) {
    const Reach& r = edge.reaches[d];
    const int64_t whole = std::max<int64_t>(graph.producer_of(edge).extents[d], 1);
    if (r.kind == Reach::Kind::anywhere) return whole;
    double needed = r.highest - r.lowest + 1;
    if (r.kind == Reach::Kind::follows) needed += std::abs(r.scale) * static_cast<double>(extents[r.dim] - 1);
    return std::clamp<int64_t>(static_cast<int64_t>(std::ceil(needed - kEqual)), 1, whole);
}

std::optional<std::string> why_not_constant(const StageGraph& graph, const GroupFrame& frame, size_t dim) {
    for (const FrameStage& s : frame.stages) {
        const StageNode& node = graph.stages[s.stage];
        const auto found = std::find_if(s.dims.begin(), s.dims.end(),
                                        [&](const FrameDim& d) { return d.dim == dim && d.is_bounded; });
        if (found != s.dims.end()) continue;
        const std::string& name = graph.stages[frame.reference().stage].dims[dim];
        return fmt::format("'{}' does not follow '{}' of '{}' at constant distances", node.name, name,
                           graph.stages[frame.reference().stage].name);
    }
    return std::nullopt;
}

std::optional<std::string> why_nowhere_constant(const StageGraph& graph, const GroupFrame& frame) {
    std::optional<std::string> reason = "it has no dimensions";
    for (size_t d = frame.reference().dims.size(); d-- > 0 && reason;)
        reason = why_not_constant(graph, frame, d);
    return reason;
}

std::vector<size_t> outermost_cut(const TileSizes& tile) {
    std::vector<size_t> out;
    for (size_t d = tile.size(); d-- > 0 && out.size() < 2;) {
        if (tile[d] > 0) out.push_back(d);
    }
    return out;
}

}  // namespace pantile::cost
