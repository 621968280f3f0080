// Our own cost model: predicted time, with the best of many plans for each group.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cost/cost_model.h"
#include "cost/streaming.h"

namespace pantile::cost {

using namespace schedule;

namespace {

// One choice of each kind. Sizes of 0 do not cut.
struct Choice {
    int64_t x = 0;
    int64_t y = 0;
    bool outer_whole = false;  // dimensions beyond the second are not cut, else cut into single points
    int64_t rows = 0;          // of a step of a walk along y; 0: none
    size_t block_dim = 0;      // along which 'block' points are computed at once
    int64_t block = 1;
    int64_t vectors = 1;  // of sums, at once

    bool operator==(const Choice&) const = default;
};

constexpr size_t kLargeGroup = 10;
constexpr int64_t kTasksForEach = 4;
// How much of the longest time memory takes at the least where its writes are felt.
constexpr double kFeltShare = 1.0 / 3;
// Of the best so far: how much longer something may take at first sight.
constexpr double kPromising = 1.3;

// As many vectors as the instructions can name.
int64_t registers_of(const machine::Machine& machine) { return machine.vector_bytes >= 64 ? 32 : 16; }

int64_t evened(int64_t extent, int64_t size) {
    if (size <= 0 || size >= extent) return 0;
    const int64_t count = (extent + size - 1) / size;
    return (extent + count - 1) / count;
}

int64_t rounded_up(int64_t value, int64_t multiple) { return (value + multiple - 1) / multiple * multiple; }

class PlanSearch {
  public:
    PlanSearch(const StageGraph& graph, const GroupFrame& frame, const machine::Target& target)
        : graph_(graph),
          frame_(frame),
          target_(target),
          reference_(graph.stages[frame.reference().stage]),
          predict_(graph, frame, target),
          streamed_(worth_streaming(graph, frame, target)) {
        weighed_.reserve(128);
        for (const FrameStage& s : frame.stages) {
            for (const FrameDim& d : s.dims) {
                if (d.is_bounded && d.scale < 1 && d.scale > 0)
                    grain_ =
                        std::min<int64_t>(64, std::max(grain_, static_cast<int64_t>(std::ceil(1 / d.scale))));
            }
        }
    }

    BestPlan run() {
        const size_t rank = reference_.dims.size();
        if (frame_.stages.size() == 1) consider(plain_plan(reference_, target_.threads));
        if (rank == 0) return {best_, weighed()};
        for (const Choice& seed : seeds()) {
            const double cost = try_choice(seed);
            descend(seed, cost);
        }
        if (frame_.stages.size() <= kLargeGroup) try_blocks();
        return {best_, weighed()};
    }

  private:
    int64_t weighed() const { return static_cast<int64_t>(weighed_.size()); }

    std::vector<Choice> seeds() const {
        if (reference_.dims.size() == 1) return {{.x = 4096}};
        const int64_t strip = strips(4);
        std::vector<Choice> all = {{.x = 128, .y = 4}, {.x = 256, .y = 32}, {.x = 0, .y = strip}};
        if (frame_.stages.size() > 1) all.push_back({.x = 0, .y = strip, .rows = 2});
        return all;
    }

    // The best choice again with register blocks of points. Sums gain so much from them that other tiles
    // may be better. What block is best depends on the tiles, and the other way round: a second look.
    void try_blocks() {
        const std::vector<Choice> all = blocks();
        std::vector<Choice> starts = {best_choice_};
        if (!all.empty() && all[0].vectors > 1) {
            starts = seeds();
            starts.push_back({.x = 0, .y = 4, .outer_whole = true});
        }
        const bool helps = try_blocks_at(starts, all, kPromising * best_cost_);
        if (helps) try_blocks_at({best_choice_}, all, best_cost_);
        // Whole rows are far from small tiles: no change of one thing at a time leads there.
        if (helps && best_choice_.x > 0 && reference_.dims.size() > 1)
            try_blocks_at({{.x = 0, .y = 32, .rows = best_choice_.rows}}, all, kPromising * best_cost_);
    }

    // Goes on from the best one, when it takes less than that.
    bool try_blocks_at(const std::vector<Choice>& starts, const std::vector<Choice>& blocks, double least) {
        std::optional<Choice> first;
        for (const Choice& block : blocks) {
            for (Choice at : starts) {
                at.block_dim = block.block_dim;
                at.block = block.block;
                at.vectors = block.vectors;
                if (at.rows > 0 && at.block_dim == 1) at.rows = std::max(at.rows, at.block);
                const double cost = try_choice(at);
                if (cost >= least) continue;
                first = at;
                least = cost;
            }
        }
        if (first) descend(*first, least);
        return first.has_value();
    }

    // What some stage of the group gains from, within the registers of the machine.
    std::vector<Choice> blocks() const {
        std::set<std::pair<size_t, int64_t>> found;
        bool sums = false;
        for (const FrameStage& s : frame_.stages) {
            for (const BlockWork& block : graph_.stages[s.stage].blocks) {
                const std::optional<size_t> dim = s.dims[block.dim].dim;
                if (dim && block.dim > 0) found.emplace(*dim, block.count);
                for (const DefinitionWork& w : block.work) sums |= w.keeps_sums;
            }
        }
        if (sums) found.emplace(0, 1);
        std::vector<Choice> out;
        for (const auto& [dim, count] : found) {
            for (const int64_t vectors : sums ? std::vector<int64_t>{2, 4, 8} : std::vector<int64_t>{1}) {
                const int64_t held = count * vectors + vectors + 1;
                if (held <= registers_of(target_.machine))
                    out.push_back({.block_dim = dim, .block = count, .vectors = vectors});
            }
        }
        return out;
    }

    int64_t strips(int64_t each) const {
        return std::max<int64_t>(1, reference_.extents[1] / (each * std::max(1, target_.threads)));
    }

    // Changes one thing at a time as long as that helps.
    void descend(Choice at, double cost) {
        // Large groups are many and take long to weigh; a second look changes little.
        const int rounds = frame_.stages.size() > kLargeGroup ? 1 : 3;
        for (int round = 0; round < rounds; ++round) {
            const double before = cost;
            for (const int64_t x : {0, 64, 128, 256, 512, 1024, 2048}) improve(at, cost, &Choice::x, x);
            if (reference_.dims.size() > 1) {
                for (const int64_t y : {4, 8, 16, 32, 64, 128, 256}) improve(at, cost, &Choice::y, y);
                for (const int64_t each : {1, 2, 4, 8}) improve(at, cost, &Choice::y, strips(each));
                if (at.rows > 0) {
                    for (const int64_t rows : {1, 2, 4, 8}) improve(at, cost, &Choice::rows, rows);
                }
            }
            if (reference_.dims.size() > 2) improve(at, cost, &Choice::outer_whole, !at.outer_whole);
            if (cost >= before || cost > kPromising * best_cost_) break;
        }
    }

    template <typename T>
    void improve(Choice& at, double& cost, T Choice::*what, T value) {
        if (at.*what == value) return;
        Choice other = at;
        other.*what = value;
        const double found = try_choice(other);
        if (found >= cost) return;
        at = other;
        cost = found;
    }

    // Many choices cut alike, above all in small images: each is weighed once.
    double try_choice(const Choice& c) {
        const Choice cut = as_cut(c);
        const auto known = std::find_if(weighed_.begin(), weighed_.end(),
                                        [&](const auto& before) { return before.first == cut; });
        if (known != weighed_.end()) return known->second;
        const double before = best_cost_;
        const double cost = consider(plan_of(cut));
        weighed_.emplace_back(cut, cost);
        if (cost < before) best_choice_ = c;
        return cost;
    }

    // With the sizes that come out: even parts, of whole vectors and blocks.
    Choice as_cut(Choice c) const {
        const std::vector<int64_t>& extents = reference_.extents;
        const int64_t lanes = std::max(2, target_.machine.vector_bytes / 4);
        const auto size = [&](size_t d, int64_t wanted, int64_t multiple) {
            int64_t even = evened(extents[d], wanted);
            if (even > 0) even = rounded_up(even, std::max(grain_, multiple));
            if (even > 0 && d > 0 && d == c.block_dim) even = rounded_up(even, c.block);
            return even >= extents[d] ? 0 : even;
        };
        c.x = size(0, c.x, lanes);
        c.y = extents.size() > 1 ? size(1, c.y, std::max<int64_t>(1, c.rows)) : 0;
        c.outer_whole |= extents.size() <= 2;
        return c;
    }

    TilePlan plan_of(const Choice& cut) const {
        TilePlan plan;
        const size_t rank = reference_.dims.size();
        for (size_t d = 0; d < rank; ++d) {
            const int64_t point = d == cut.block_dim ? cut.block : 1;
            const bool is_whole = cut.outer_whole || point >= reference_.extents[d];
            plan.tile.push_back(d == 0 ? cut.x : d == 1 ? cut.y : is_whole ? 0 : point);
        }
        if (cut.rows > 0) plan.sliding = Sliding{1, cut.rows};
        plan.parallel = enough_tasks(plan.tile);
        if (cut.block > 1 || cut.vectors > 1) {
            plan.registers.assign(rank, 1);
            plan.registers[0] = cut.vectors;
            plan.in_pieces = cut.vectors > 1 && cut.rows == 0;
            if (cut.block > 1) plan.registers[cut.block_dim] = cut.block;
        }
        return plan;
    }

    // The outermost dimensions that are cut: as few as give every thread some tasks, since tiles along a row
    // should follow each other.
    std::vector<size_t> enough_tasks(const TileSizes& tile) const {
        std::vector<size_t> out;
        int64_t tasks = 1;
        for (const size_t d : outermost_cut(tile)) {
            if (tasks >= kTasksForEach * target_.threads) break;
            tasks *= (reference_.extents[d] + tile[d] - 1) / tile[d];
            out.push_back(d);
        }
        return out;
    }

    double consider(TilePlan plan) {
        Prediction predicted = predict_(plan);
        // Where computing takes much longer, stores through the caches are as good: nothing waits for them.
        if (predicted.memory_share >= kFeltShare && !streamed_.empty()) {
            plan.streamed = streamed_;
            const Prediction streamed = predict_(plan);
            if (streamed.time < predicted.time)
                predicted = streamed;
            else
                plan.streamed.clear();
        }
        const double cost = predicted.time;
        if (cost < best_cost_) {
            best_cost_ = cost;
            best_ = std::move(plan);
        }
        return cost;
    }

    const StageGraph& graph_;
    const GroupFrame& frame_;
    const machine::Target& target_;
    const StageNode& reference_;
    Predictor predict_;
    const std::vector<size_t> streamed_;
    int64_t grain_ = 1;  // tiles that begin at multiples of it cut all resolutions alike
    TilePlan best_;
    Choice best_choice_;
    double best_cost_ = kNever;
    std::vector<std::pair<Choice, double>> weighed_;
};

// More stages than any tile has use for. A plan takes time with the square of the stages, and there are many:
// the effort of schedulers is counted when a group was judged, so groups must not grow without end.
constexpr size_t kMostStages = 64;

std::optional<std::string> refusal_of(const GroupFrame& frame) {
    if (frame.stages.size() <= kMostStages) return std::nullopt;
    return fmt::format("it would have {} stages; more than {} are not evaluated", frame.stages.size(),
                       kMostStages);
}

// A stage that every tile would have to compute as a whole gains nothing from tiles.
bool cannot_be_cut(const StageNode& stage) {
    return stage.is_reduction() &&
           std::none_of(stage.pure_dims.begin(), stage.pure_dims.end(), [](bool pure) { return pure; });
}

}  // namespace

CostModel pantile_cost(const StageGraph& graph, const machine::Target& target) {
    return {.name = "pantile",
            .refusal = refusal_of,
            .is_alone = [&graph](size_t s) { return cannot_be_cut(graph.stages[s]); },
            .best_plan = [&graph, target](const GroupFrame& f) { return PlanSearch(graph, f, target).run(); },
            .cost = [&graph, target](const GroupFrame& f,
                                     const TilePlan& p) { return predict(graph, f, p, target).time; }};
}

std::vector<std::string> cost_model_names() { return {"polymage", "halide", "pantile"}; }

}  // namespace pantile::cost
