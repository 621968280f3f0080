// PolyMage+, section 4: cost formula (2), Algorithm 2 (tile sizes and cost for one cache) and Algorithm 4
// (two levels).
//
// Where paper and published code differ: sizes of live-ins and live-outs are those of a tile, all live-ins
// count, overlap is the volume that neighbouring tiles compute twice (the paper), and elements count with
// their own size. From the code we take that the term of cleanup tiles is divided by the number of cores,
// that a single stage costs more than any group, and that reductions stay alone: without them formula (2)
// would never fuse anything, since its weight of overlap outweighs all that fusion saves. The skewed inner
// tiles of Algorithm 4 are walks here: steps of as many rows as the tile for the first cache has.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cost/cost_model.h"

namespace pantile::cost {

using namespace schedule;

namespace {

// Table 2, Intel Xeon.
constexpr double kTrafficWeight = 1.0, kCleanupWeight = 100.0, kOverlapWeight = 46875, kSizeWeight = 1.5;
constexpr double kSingleStage = 2147483647;
constexpr double kReduction = 1;
constexpr int64_t kInnermost = 256;
constexpr int64_t kFewPoints = 4;  // an outer dimension with fewer is not cut
constexpr int64_t kThinTile = 3;

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

class PolymageCost {
  public:
    PolymageCost(const StageGraph& graph, const GroupFrame& frame, const machine::Target& target)
        : graph_(graph), frame_(frame), target_(target), reference_(graph.stages[frame.reference().stage]) {
        for (size_t d = 0; d < reference_.dims.size(); ++d)
            tileable_.push_back(!why_not_constant(graph, frame, d));
        for (const FrameStage& s : frame.stages) total_ += graph.stages[s.stage].bytes();
    }

    // Algorithm 4: the first cache where that works, otherwise the second with steps for the first.
    TilePlan plan() const {
        if (frame_.stages.size() == 1) return plain_plan(reference_, target_.threads);
        const TilePlan small = plan_for(static_cast<double>(target_.machine.l1.bytes));
        if (fits(small)) return small;
        TilePlan large = plan_for(static_cast<double>(target_.machine.l2.bytes));
        const size_t outer = reference_.dims.size() - 1;
        for (size_t d = outer; d > 0; --d) {
            if (large.tile[d] == 0 || !tileable_[d]) continue;
            large.sliding = Sliding{d, std::clamp<int64_t>(small.tile[d], 1, large.tile[d])};
            break;
        }
        return large;
    }

    double cost(const TilePlan& plan) const {
        if (frame_.stages.size() == 1) return reference_.is_reduction() ? kReduction : kSingleStage;
        double in = 0, out = 0, computed = 0;
        for (const FrameStage& s : frame_.stages) {
            const double bytes = tile_points(s, plan.tile) * graph_.stages[s.stage].element_bytes;
            computed += bytes;
            if (s.is_live_out) out += bytes;
        }
        for (const size_t e : frame_.outside) in += live_in(graph_.edges[e], plan.tile);
        const double tile_bytes = std::max(1.0, computed);
        const double tiles = std::ceil(total_ / tile_bytes);
        const double cores = target_.threads;
        return kTrafficWeight * ratio(in + out, computed) -
               kCleanupWeight / cores * std::fmod(tiles + cores - 1, cores) +
               kOverlapWeight * ratio(overlap(plan.tile), tile_bytes) + kSizeWeight * size_difference();
    }

  private:
    double tile_points(const FrameStage& s, const TileSizes& tile) const {
        return points_in_tile(graph_, s, frame_.reference(), tile);
    }

    double live_in(const Edge& edge, const TileSizes& tile) const {
        const FrameStage& reader = frame_.stages[frame_.position_of(edge.consumer)];
        const Array& array = edge.from_input ? graph_.inputs[edge.producer] : graph_.stages[edge.producer];
        const Extents own = extents_in_tile(graph_, reader, frame_.reference(), tile);
        return product(extents_read(graph_, edge, own)) * array.element_bytes;
    }

    // Bytes that a tile computes beyond its share of each stage.
    double overlap(const TileSizes& tile) const {
        double all = 0;
        for (const FrameStage& s : frame_.stages) {
            double share = 1;
            for (size_t d = 0; d < s.dims.size(); ++d) {
                const FrameDim& dim = s.dims[d];
                const double whole = static_cast<double>(graph_.stages[s.stage].extents[d]);
                const bool is_cut = dim.is_bounded && tile[*dim.dim] > 0;
                share *= is_cut ? std::min(whole, dim.scale * static_cast<double>(tile[*dim.dim])) : whole;
            }
            all += std::max(0.0, tile_points(s, tile) - share) * graph_.stages[s.stage].element_bytes;
        }
        return all;
    }

    // Algorithm 2, line 5: the overlap must not exceed the tile; and no side may be thinner than three.
    bool fits(const TilePlan& plan) const {
        double volume = 0;
        for (size_t d = 1; d < plan.tile.size(); ++d) {
            if (plan.tile[d] > 0 && plan.tile[d] <= kThinTile) return false;
        }
        for (const FrameStage& s : frame_.stages)
            volume += tile_points(s, plan.tile) * graph_.stages[s.stage].element_bytes;
        return 2 * overlap(plan.tile) <= volume;
    }

    // Algorithm 2, COMPUTETILESIZES.
    TilePlan plan_for(double cache_bytes) const {
        const double footprint = std::min(total_ / target_.threads, cache_bytes);
        const double buffers = static_cast<double>(frame_.stages.size());
        double volume = footprint / buffers / reference_.element_bytes;
        TilePlan plan{.tile = TileSizes(reference_.dims.size(), 0), .sliding = {}, .parallel = {}};
        plan.tile[0] = tileable_[0] ? std::min(reference_.extents[0], kInnermost) : 0;
        volume /= static_cast<double>(tileable_[0] ? plan.tile[0] : reference_.extents[0]);
        std::vector<size_t> cut;
        for (size_t d = 1; d < reference_.dims.size(); ++d) {
            if (tileable_[d] && reference_.extents[d] >= kFewPoints)
                cut.push_back(d);
            else
                volume /= static_cast<double>(std::max<int64_t>(1, reference_.extents[d]));
        }
        set_by_reuse(cut, volume, plan);
        plan.parallel = outermost_cut(plan.tile);
        return plan;
    }

    // The more elements a dimension uses again, the longer the tile along it.
    void set_by_reuse(const std::vector<size_t>& cut, double volume, TilePlan& plan) const {
        std::vector<double> reuse;
        for (const size_t d : cut) reuse.push_back(std::max(1.0, reuse_along(d)));
        if (cut.empty()) return;
        const double most = *std::max_element(reuse.begin(), reuse.end());
        double edge = volume;
        for (const double r : reuse) edge /= r / most;
        edge = std::pow(std::max(edge, 0.0), 1.0 / static_cast<double>(cut.size()));
        for (size_t i = 0; i < cut.size(); ++i) {
            const int64_t size = static_cast<int64_t>(edge * reuse[i] / most);
            plan.tile[cut[i]] =
                std::clamp<int64_t>(size, 1, std::max<int64_t>(1, reference_.extents[cut[i]]));
        }
    }

    double reuse_along(size_t dim) const {
        double all = 0;
        for (const FrameStage& s : frame_.stages) {
            for (size_t d = 0; d < s.dims.size(); ++d) {
                if (s.dims[d].dim == dim) all += graph_.stages[s.stage].reuse[d];
            }
        }
        return all;
    }

    // How much the extents of the stages differ along each dimension, relative to their mean.
    double size_difference() const {
        double all = 0;
        for (size_t dim = 0; dim < reference_.dims.size(); ++dim) {
            std::vector<double> extents;
            for (const FrameStage& s : frame_.stages) {
                for (size_t d = 0; d < s.dims.size(); ++d) {
                    if (s.dims[d].dim == dim)
                        extents.push_back(static_cast<double>(graph_.stages[s.stage].extents[d]));
                }
            }
            double mean = 0, deviation = 0;
            for (const double e : extents) mean += e / static_cast<double>(extents.size());
            for (const double e : extents)
                deviation += std::abs(e - mean) / static_cast<double>(extents.size());
            all += ratio(deviation, mean);
        }
        return all;
    }

    const StageGraph& graph_;
    const GroupFrame& frame_;
    const machine::Target& target_;
    const StageNode& reference_;
    std::vector<bool> tileable_;
    double total_ = 0;  // bytes of all stages
};

}  // namespace

CostModel polymage_cost(const StageGraph& graph, const machine::Target& target) {
    return {
        .name = "polymage",
        .refusal = [&graph](const GroupFrame& f) { return why_nowhere_constant(graph, f); },
        .is_alone = [&graph](size_t s) { return graph.stages[s].is_reduction(); },
        .best_plan = [&graph, target](const GroupFrame& f) { return PolymageCost(graph, f, target).plan(); },
        .cost = [&graph, target](const GroupFrame& f,
                                 const TilePlan& p) { return PolymageCost(graph, f, target).cost(p); }};
}

}  // namespace pantile::cost
