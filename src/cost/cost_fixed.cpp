#include "cost/cost_fixed.h"

#include <fmt/format.h>

#include <algorithm>

namespace pantile::cost {

namespace {

constexpr int64_t kFixedRow = 256, kFixedRows = 32;
constexpr double kShareOfCache = 0.75;

std::vector<bool> tileable(const StageGraph& graph, const GroupFrame& frame) {
    std::vector<bool> out;
    for (size_t d = 0; d < frame.reference().dims.size(); ++d)
        out.push_back(!why_not_constant(graph, frame, d));
    return out;
}

// Forma fuses stencils; what changes the resolution lies between chains.
std::optional<std::string> why_no_chain(const StageGraph& graph, const GroupFrame& frame) {
    for (const size_t e : frame.inside) {
        const Edge& edge = graph.edges[e];
        for (const Reach& r : edge.reaches) {
            if (r.kind == Reach::Kind::follows && r.scale != 1)
                return fmt::format("'{}' reads '{}' at another resolution", graph.stages[edge.consumer].name,
                                   graph.stages[edge.producer].name);
        }
    }
    return why_nowhere_constant(graph, frame);
}

TilePlan with_parallel_tiles(TileSizes tile) {
    std::vector<size_t> parallel = outermost_cut(tile);
    return {.tile = std::move(tile), .sliding = {}, .parallel = std::move(parallel)};
}

TilePlan fixed_plan(const StageGraph& graph, const GroupFrame& frame, const machine::Target& target) {
    const StageNode& reference = graph.stages[frame.reference().stage];
    if (frame.stages.size() == 1) return plain_plan(reference, target.threads);
    const std::vector<bool> can = tileable(graph, frame);
    TileSizes tile(reference.dims.size(), 0);
    for (size_t d = 0; d < std::min<size_t>(2, tile.size()); ++d) {
        const int64_t size = d == 0 ? kFixedRow : kFixedRows;
        if (can[d] && size < reference.extents[d]) tile[d] = size;
    }
    return with_parallel_tiles(std::move(tile));
}

// Halves the longer side until the tile fits.
TilePlan cache_plan(const StageGraph& graph, const GroupFrame& frame, const machine::Target& target) {
    const StageNode& reference = graph.stages[frame.reference().stage];
    if (frame.stages.size() == 1) return plain_plan(reference, target.threads);
    const std::vector<bool> can = tileable(graph, frame);
    TileSizes tile(reference.dims.size(), 0);
    for (size_t d = 0; d < tile.size(); ++d) {
        if (can[d]) tile[d] = std::max<int64_t>(1, reference.extents[d]);
    }
    if (tile.size() > 1 && can.back()) tile.back() = (tile.back() + target.threads - 1) / target.threads;
    const double room = kShareOfCache * static_cast<double>(target.machine.l2.bytes);
    while (scratch_bytes(graph, frame, {.tile = tile, .sliding = {}, .parallel = {}}) > room) {
        size_t longest = 0;
        // Rows stay long: they are what vectors and prefetching run along.
        for (size_t d = 0; d < tile.size(); ++d) {
            const int64_t weight = d == 0 ? tile[d] / 8 : tile[d];
            const int64_t most = longest == 0 ? tile[longest] / 8 : tile[longest];
            if (weight > most) longest = d;
        }
        if (tile[longest] <= 8) break;
        tile[longest] = (tile[longest] + 1) / 2;
    }
    for (size_t d = 0; d < tile.size(); ++d) {
        if (tile[d] >= reference.extents[d]) tile[d] = 0;
    }
    return with_parallel_tiles(std::move(tile));
}

double overlap_share(const StageGraph& graph, const GroupFrame& frame, const TilePlan& plan) {
    if (frame.stages.size() == 1) return 0;
    const Prediction p = predict(graph, frame, plan, {});
    return p.points > 0 ? p.computed / p.points - 1 : 0;
}

bool is_reduction(const StageGraph& graph, size_t s) { return graph.stages[s].is_reduction(); }

}  // namespace

CostModel fixed_tile_cost(const StageGraph& graph, const machine::Target& target) {
    return {.name = "overlap",
            .refusal = [&graph](const GroupFrame& f) { return why_nowhere_constant(graph, f); },
            .is_alone = [&graph](size_t s) { return is_reduction(graph, s); },
            .best_plan = [&graph, target](const GroupFrame& f) { return fixed_plan(graph, f, target); },
            .cost = [&graph](const GroupFrame& f, const TilePlan& p) { return overlap_share(graph, f, p); }};
}

CostModel cache_tile_cost(const StageGraph& graph, const machine::Target& target) {
    return {.name = "cache",
            .refusal = [&graph](const GroupFrame& f) { return why_no_chain(graph, f); },
            .is_alone = [&graph](size_t s) { return is_reduction(graph, s); },
            .best_plan = [&graph, target](const GroupFrame& f) { return cache_plan(graph, f, target); },
            .cost = [](const GroupFrame&, const TilePlan&) { return 0.0; }};
}

}  // namespace pantile::cost
