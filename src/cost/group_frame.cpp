#include "cost/group_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pantile::cost {

namespace {

constexpr double kEqual = 1e-9;

double value_of(Rational r) {
    return static_cast<double>(r.numerator()) / static_cast<double>(r.denominator());
}

// The largest stage that no other one of the group reads comes last: its tiles are the tiles.
std::vector<size_t> order_of(const StageGraph& graph, const StageSet& group, std::string_view named) {
    std::vector<size_t> all = group.members();
    std::optional<size_t> reference;
    for (const size_t s : all) {
        const auto& out = graph.stages[s].out;
        const bool is_read = std::any_of(out.begin(), out.end(),
                                         [&](size_t e) { return group.contains(graph.edges[e].consumer); });
        if (is_read) continue;
        if (graph.stages[s].name == named) {
            reference = s;
            break;
        }
        if (!reference || graph.stages[s].points() >= graph.stages[*reference].points()) reference = s;
    }
    std::erase(all, *reference);
    all.push_back(*reference);
    return all;
}

FrameDim frame_dim(const plan::StageDim& dim) {
    FrameDim out;
    if (!dim.place) return out;
    out.dim = dim.place->dim;
    out.scale = value_of(dim.place->scale);
    if (!dim.halo) return out;
    out.is_bounded = true;
    out.lowest = value_of(dim.halo->lowest);
    out.highest = value_of(dim.halo->highest);
    return out;
}

FrameStage frame_stage(const plan::GroupStage& s) {
    FrameStage out{s.stage, s.live_out, s.read_inside, s.level, {}};
    out.dims.reserve(s.dims.size());
    for (const plan::StageDim& dim : s.dims) out.dims.push_back(frame_dim(dim));
    return out;
}

}  // namespace

GroupFrame frame_group(const StageGraph& graph, const StageSet& group, std::string_view reference) {
    const std::vector<size_t> order = order_of(graph, group, reference);
    GroupFrame frame{.space = plan::infer_group_space(graph.reads, order)};
    frame.positions.assign(graph.stages.size(), order.size());
    for (const plan::GroupStage& s : frame.space.stages) {
        frame.positions[s.stage] = frame.stages.size();
        frame.stages.push_back(frame_stage(s));
        for (const size_t e : graph.stages[s.stage].in) {
            const Edge& edge = graph.edges[e];
            const bool is_inside = !edge.from_input && group.contains(edge.producer);
            (is_inside ? frame.inside : frame.outside).push_back(e);
        }
    }
    return frame;
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
