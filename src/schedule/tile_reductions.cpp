#include "schedule/tile_reductions.h"

#include <algorithm>

#include "analysis/associative.h"
#include "schedule/check_reductions.h"

namespace pantile::schedule {

namespace {

constexpr double kShareOfCache = 0.5;
constexpr int64_t kSmallestPiece = 8;
// Parts that merge at the end: a few for each thread, so that none waits long.
constexpr int64_t kPartsForEach = 4;

// What the stage reads again for every point of an outer dimension.
double bytes_read_again(const StageGraph& graph, size_t stage, const Extents& extents) {
    double all = 0;
    for (const size_t e : graph.stages[stage].in) {
        const Edge& edge = graph.edges[e];
        const bool has_outer = extents.size() > 1;
        const bool follows_all =
            std::all_of(extents.begin() + (has_outer ? 1 : 0), extents.end(), [&](const int64_t& x) {
                const size_t d = static_cast<size_t>(&x - extents.data());
                return std::any_of(edge.reaches.begin(), edge.reaches.end(), [&](const Reach& r) {
                    return r.kind == Reach::Kind::follows && r.dim == d;
                });
            });
        if (!has_outer || follows_all) continue;
        const Array& array = edge.from_input ? graph.inputs[edge.producer] : graph.stages[edge.producer];
        all += array.element_bytes * product(extents_read(graph, edge, extents));
    }
    return all;
}

// Tries a tile of the slowest variable, which may always be cut.
void add_piece(const Prepared& prepared, Group& group, const ReductionTile& tile) {
    group.reduction_tiles.push_back(tile);
    if (!why_illegal_reductions(group, prepared.pipeline).empty()) group.reduction_tiles.pop_back();
}

size_t number_of(const StageGraph& graph, const std::string& name) {
    const auto found = std::find_if(graph.stages.begin(), graph.stages.end(),
                                    [&](const StageNode& s) { return s.name == name; });
    return static_cast<size_t>(found - graph.stages.begin());
}

}  // namespace

void tile_reductions(const Prepared& prepared, const Target& target, Group& group) {
    if (group.stages.size() != 1) return;
    const ir::Stage& stage = *prepared.pipeline.find_stage(group.stages[0]);
    const size_t number = number_of(prepared.graph, stage.name);
    const StageNode& node = prepared.graph.stages[number];
    std::vector<int64_t> tile = node.extents;
    for (size_t d = 0; d < group.tile.size(); ++d) {
        if (group.tile[d] > 0) tile[d] = std::min(tile[d], group.tile[d]);
    }
    for (size_t k = 0; k < stage.updates.size(); ++k) {
        const ir::ReductionDomain& domain = stage.updates[k].domain;
        const DefinitionWork& work = node.work[k + 1];
        if (domain.variables.empty() || work.domain < 2 * kSmallestPiece) continue;
        const std::string& slowest = domain.variables.back().name;
        const bool is_scatter =
            std::none_of(work.own_dims.begin(), work.own_dims.end(), [](bool own) { return own; });
        if (!is_tiled(group) && is_scatter && target.threads > 1 &&
            analysis::order_free(stage, stage.updates[k])) {
            const double points = work.domain / static_cast<double>(kPartsForEach * target.threads);
            const auto extent = ir::constant_int(domain.variables.back().max);
            const int64_t rows = extent ? *extent + 1 : 1024;
            const double share = points / std::max(1.0, work.domain / static_cast<double>(rows));
            add_piece(prepared, group,
                      {stage.name, k + 1, slowest, std::max<int64_t>(1, static_cast<int64_t>(share)), true});
        } else if (is_tiled(group)) {
            const double again = bytes_read_again(prepared.graph, number, Extents(tile));
            const double room = kShareOfCache * static_cast<double>(target.machine.l2.bytes);
            if (again <= room) continue;
            const int64_t size = static_cast<int64_t>(work.domain * room / again);
            add_piece(prepared, group, {stage.name, k + 1, slowest, std::max(kSmallestPiece, size), false});
        }
    }
}

}  // namespace pantile::schedule
