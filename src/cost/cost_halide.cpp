// Halide's auto-scheduler (2016), sections 4 and 5: arithmetic plus loads.
//
// A group costs tiles × (arithmetic of a tile + loads of a tile). A load of a byte costs 1 where its array is
// small, and up to LOAD_COST where it is as large as the cache; the array is the tile's own box for stages of
// the group, and the whole image for everything else. As in the released code the factor is a ramp, every
// operation costs the same, and a candidate needs as many tiles as PARALLELISM says.
#include <algorithm>
#include <cmath>
#include <set>

#include "cost/cost_model.h"

namespace pantile::cost {

using namespace schedule;

namespace {

constexpr double kLoadCost = 40;
constexpr double kCall = 10;
constexpr int64_t kShortestRow = 64;
constexpr int64_t kLongestRow = 256;
constexpr int64_t kSizes[] = {1, 4, 8, 16, 32, 64, 128, 256};

class HalideCost {
  public:
    HalideCost(const StageGraph& graph, const GroupFrame& frame, const machine::Target& target)
        : graph_(graph),
          frame_(frame),
          reference_(graph.stages[frame.reference().stage]),
          parallelism_(target.threads),
          cache_(static_cast<double>(std::max<int64_t>(target.machine.l2.bytes, 1))),
          order_(order_by_reuse()) {}

    TilePlan plan() const {
        TilePlan best = frame_.stages.size() == 1 ? plain_plan(reference_, parallelism_, order_) : untiled();
        double least = cost(best);
        for (const TileSizes& tile : candidates()) {
            TilePlan plan = with_tiles(tile);
            if (plan.parallel.empty()) continue;
            const double found = cost(plan);
            if (found >= least) continue;
            best = std::move(plan);
            least = found;
        }
        return best;
    }

    double cost(const TilePlan& plan) const {
        // Several stages without tiles would run on one core.
        if (frame_.stages.size() > 1 && plan.parallel.empty()) return kNever;
        double tiles = 1;
        for (size_t d = 0; d < plan.tile.size(); ++d) {
            if (plan.tile[d] > 0) tiles *= std::ceil(extent(d) / static_cast<double>(plan.tile[d]));
        }
        double all = 0;
        for (const FrameStage& s : frame_.stages) all += arithmetic(s, plan.tile);
        for (const size_t e : frame_.inside) all += loads(graph_.edges[e], plan.tile, true);
        for (const size_t e : frame_.outside) all += loads(graph_.edges[e], plan.tile, false);
        return tiles * all;
    }

  private:
    // Section 4.4: the more of what a step along a dimension reads was read by the step before, the further
    // inside its loop. The innermost one stays where it is.
    std::vector<size_t> order_by_reuse() const {
        const std::vector<size_t> as_they_are = loop_order({}, reference_.dims.size());
        std::vector<size_t> order = as_they_are;
        if (order.size() < 3) return {};
        std::vector<double> reuse;
        for (size_t d = 0; d < order.size(); ++d) reuse.push_back(reuse_along(d));
        std::stable_sort(order.begin(), order.end() - 1,
                         [&](size_t a, size_t b) { return reuse[a] < reuse[b]; });
        return order == as_they_are ? std::vector<size_t>{} : order;
    }

    // Section 4.1: the bytes that a point and the next one along a dimension both read.
    double reuse_along(size_t d) const {
        double all = 0;
        for (const size_t e : reference_.in) {
            const Edge& edge = graph_.edges[e];
            const Array& array =
                edge.from_input ? graph_.inputs[edge.producer] : graph_.stages[edge.producer];
            double both = array.element_bytes;
            for (const Reach& r : edge.reaches) {
                if (r.kind != Reach::Kind::follows) continue;
                const double read = r.highest - r.lowest + 1;
                both *= r.dim == d ? std::max(0.0, read - r.scale) : read;
            }
            all += both;
        }
        return all;
    }

    double extent(size_t d) const { return static_cast<double>(reference_.extents[d]); }

    TilePlan untiled() const {
        return {.tile = TileSizes(reference_.dims.size(), 0), .sliding = {}, .parallel = {}};
    }

    // Loops from the outermost one inwards become parallel until there are enough tasks.
    TilePlan with_tiles(const TileSizes& tile) const {
        TilePlan plan{.tile = tile, .sliding = {}, .parallel = {}, .order = order_};
        double tasks = 1;
        for (const size_t d : loop_order(order_, tile.size())) {
            if (plan.parallel.size() == 2 || tasks >= parallelism_) break;
            if (tile[d] == 0) continue;
            tasks *= std::ceil(extent(d) / static_cast<double>(tile[d]));
            plan.parallel.push_back(d);
        }
        if (tasks < parallelism_) plan.parallel.clear();
        if (parallelism_ == 1 && plan.parallel.empty()) {
            for (const size_t d : loop_order(order_, tile.size())) {
                if (tile[d] > 0 && plan.parallel.empty()) plan.parallel.push_back(d);
            }
        }
        return plan;
    }

    // Skewed, square and reordering tiles, as the released code makes them.
    std::set<TileSizes> candidates() const {
        const size_t rank = reference_.dims.size();
        std::set<TileSizes> out;
        const auto add = [&](TileSizes tile) {
            for (size_t d = 0; d < rank; ++d) {
                if (extent(d) < 2 * static_cast<double>(tile[d])) tile[d] = 0;
            }
            if (std::any_of(tile.begin(), tile.end(), [](int64_t t) { return t > 0; }))
                out.insert(std::move(tile));
        };
        for (const int64_t size : kSizes) {
            for (size_t i = 0; i < rank; ++i) {
                TileSizes skewed(rank, 1);
                for (size_t d = 0; d < i; ++d) skewed[d] = kLongestRow;
                skewed[i] = i == 0 ? std::max(size, kShortestRow) : size;
                add(std::move(skewed));
            }
            TileSizes square(rank, size);
            if (rank > 0) square[0] = std::max(size, kShortestRow);
            add(std::move(square));
        }
        for (size_t subset = 1; rank < 8 && subset < (size_t{1} << rank); ++subset) {
            TileSizes reordered(rank, 0);
            for (size_t d = 0; d < rank; ++d) {
                if (subset >> d & 1) reordered[d] = d == 0 ? kShortestRow : 1;
            }
            add(std::move(reordered));
        }
        return out;
    }

    // How often a definition runs in a tile.
    static double runs(const DefinitionWork& w, const Extents& extents) {
        double all = w.domain;
        for (size_t d = 0; d < extents.size(); ++d) {
            if (w.own_dims[d]) all *= static_cast<double>(extents[d]);
        }
        return all;
    }

    double arithmetic(const FrameStage& s, const TileSizes& tile) const {
        const Extents extents = extents_in_tile(graph_, s, frame_.reference(), tile);
        double all = 0;
        for (const DefinitionWork& w : graph_.stages[s.stage].work) {
            const OperationCounts& n = w.counts;
            all += runs(w, extents) * (n.simple + n.slow + kCall * n.calls + n.dense + n.strided +
                                       n.gathered + n.broadcast + n.stores);
        }
        return all;
    }

    double loads(const Edge& edge, const TileSizes& tile, bool is_inside) const {
        const FrameStage& reader = frame_.stages[frame_.position_of(edge.consumer)];
        const Array& array = edge.from_input ? graph_.inputs[edge.producer] : graph_.stages[edge.producer];
        const double points = points_in_tile(graph_, reader, frame_.reference(), tile);
        double footprint = array.bytes();
        if (is_inside) {
            const FrameStage& producer = frame_.stages[frame_.position_of(edge.producer)];
            footprint = array.element_bytes * points_in_tile(graph_, producer, frame_.reference(), tile);
        }
        const double factor = std::floor(std::min(1 + footprint * kLoadCost / cache_, kLoadCost));
        return points * edge.loads * array.element_bytes * factor;
    }

    const StageGraph& graph_;
    const GroupFrame& frame_;
    const StageNode& reference_;
    const int parallelism_;
    const double cache_;
    const std::vector<size_t> order_;  // of the loops; empty: as the dimensions are
};

}  // namespace

CostModel halide_cost(const StageGraph& graph, const machine::Target& target) {
    return {
        .name = "halide",
        .refusal = [](const GroupFrame&) { return std::nullopt; },
        .is_alone = [](size_t) { return false; },
        .best_plan = [&graph, target](const GroupFrame& f) { return HalideCost(graph, f, target).plan(); },
        .cost = [&graph, target](const GroupFrame& f,
                                 const TilePlan& p) { return HalideCost(graph, f, target).cost(p); }};
}

}  // namespace pantile::cost
