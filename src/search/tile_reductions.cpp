#include "search/tile_reductions.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "analysis/associative.h"
#include "cost/planned_group.h"
#include "plan/check_reductions.h"

namespace pantile::search {

using namespace cost;
using namespace plan;
using namespace schedule;

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

// How many rows that are so many bytes apart stay in a cache together: those at the same place of its ways
// push each other out.
int64_t rows_without_conflict(const machine::Level& cache, int64_t bytes_apart) {
    constexpr int64_t kWays = 8;
    const int64_t way = std::max<int64_t>(1, cache.bytes / kWays);
    const int64_t places = way / std::gcd(way, std::max<int64_t>(1, bytes_apart));
    return static_cast<int64_t>(kShareOfCache * static_cast<double>(kWays * places));
}

// Over all arrays that the stage reads again.
int64_t rows_without_conflict(const StageGraph& graph, size_t stage, const machine::Level& cache) {
    int64_t least = std::numeric_limits<int64_t>::max();
    for (const size_t e : graph.stages[stage].in) {
        const Edge& edge = graph.edges[e];
        const Array& array = edge.from_input ? graph.inputs[edge.producer] : graph.stages[edge.producer];
        if (array.extents.size() > 1)
            least = std::min(least, rows_without_conflict(cache, array.extents[0] * array.element_bytes));
    }
    return least;
}

class ReductionTiling {
  public:
    ReductionTiling(const Prepared& prepared, const machine::Target& target, Group& group)
        : prepared_(prepared), graph_(prepared.graph), target_(target), group_(group) {}

    void run() {
        // Beside other stages only sums that stay in registers gain from it, and not in a walk, which would
        // use each piece for a few rows.
        if (group_.stages.size() > 1 && (group_.registers.empty() || group_.sliding)) return;
        const PlannedGroup planned = plan_group(graph_, group_, target_);
        for (const FrameStage& s : planned.frame.stages) {
            const ir::Stage& stage = *prepared_.pipeline.find_stage(graph_.stages[s.stage].name);
            const Extents tile = extents_in_tile(graph_, s, planned.frame.reference(), planned.plan.tile);
            for (size_t k = 0; k < stage.updates.size(); ++k) cut(s.stage, stage, k, tile);
        }
    }

  private:
    void cut(size_t number, const ir::Stage& stage, size_t k, const Extents& tile) {
        const ir::ReductionDomain& domain = stage.updates[k].domain;
        const DefinitionWork& work = graph_.stages[number].work[k + 1];
        if (domain.variables.empty() || work.domain < 2 * kSmallestPiece) return;
        const bool is_scatter =
            std::none_of(work.own_dims.begin(), work.own_dims.end(), [](bool own) { return own; });
        if (!is_tiled(group_) && is_scatter && target_.threads > 1 &&
            stage.dims.size() < ir::kMaxDimensions && analysis::order_free(stage, stage.updates[k]))
            add_parts(stage, k, work);
        else if (is_tiled(group_))
            add_pieces(number, stage, k, tile);
    }

    void add_parts(const ir::Stage& stage, size_t k, const DefinitionWork& work) {
        const ir::ReductionVariable& slowest = stage.updates[k].domain.variables.back();
        const double points = work.domain / static_cast<double>(kPartsForEach * target_.threads);
        const auto extent = ir::constant_int(slowest.max);
        const int64_t rows = extent ? *extent + 1 : 1024;
        const double share = points / std::max(1.0, work.domain / static_cast<double>(rows));
        add_piece(prepared_, group_,
                  {stage.name, k + 1, slowest.name, std::max<int64_t>(1, static_cast<int64_t>(share)), true});
    }

    // Pieces whose reads stay in the second cache until they are read again.
    void add_pieces(size_t number, const ir::Stage& stage, size_t k, const Extents& tile) {
        const double again = bytes_read_again(graph_, number, tile);
        const double room = kShareOfCache * static_cast<double>(target_.machine.l2.bytes);
        const double slowest = graph_.stages[number].work[k + 1].slowest;
        if (again == 0) return;
        int64_t size = static_cast<int64_t>(slowest * std::min(1.0, room / again));
        if (!group_.registers.empty())
            size = std::min(size, rows_without_conflict(graph_, number, target_.machine.l2));
        if (static_cast<double>(size) >= slowest) return;
        add_piece(prepared_, group_,
                  {stage.name, k + 1, stage.updates[k].domain.variables.back().name,
                   std::max(kSmallestPiece, size), false});
    }

    const Prepared& prepared_;
    const StageGraph& graph_;
    const machine::Target& target_;
    Group& group_;
};

}  // namespace

void tile_reductions(const Prepared& prepared, const machine::Target& target, Group& group) {
    ReductionTiling(prepared, target, group).run();
}

}  // namespace pantile::search
