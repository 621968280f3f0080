#include "search/why_apart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/quantity.h"
#include "cost/cost_fixed.h"

namespace pantile::search {

using namespace cost;

namespace {

constexpr double kEqual = 1e-6;
constexpr double kWorthSaying = 0.01;  // of redundant work

// A dimension with fewer points, of channels for example, costs little when every tile needs all of it.
constexpr int64_t kFewPoints = 16;
constexpr const char* kByTime = "pantile";

using Reason = std::optional<std::string>;

std::string whole_percent(double share) { return fmt::format("{:.0f} %", std::max(0.0, share) * 100); }

double redundancy(double computed, double points) { return points > 0 ? computed / points - 1 : 0; }

bool merges_into_only_readers(const std::string& scheduler) {
    return scheduler == "greedy" || scheduler == "polymage" || scheduler == "forma";
}

// Anything but a name of a cost model is judged by time.
CostModel model_of(const DecidedGroups& in) {
    const std::string& name = in.by.cost_model;
    if (name == "polymage") return polymage_cost(in.graph, in.target);
    if (name == "halide") return halide_cost(in.graph, in.target);
    if (name == "overlap") return fixed_tile_cost(in.graph, in.target);
    if (name == "cache") return cache_tile_cost(in.graph, in.target);
    return pantile_cost(in.graph, in.target);
}

class Merged {
  public:
    Merged(const DecidedGroups& in, size_t from, size_t to)
        : in_(in),
          from_(in.groups[from]),
          to_(in.groups[to]),
          numbers_{from, to},
          group_of_(in.graph.stages.size(), 0),
          stages_(from_.stages | to_.stages),
          frame_(frame_group(in.graph, stages_)),
          model_(model_of(in)),
          judge_(in.graph, model_, in.by.pins) {
        for (size_t g = 0; g < in.groups.size(); ++g)
            in.groups[g].stages.for_each([&](size_t s) { group_of_[s] = g; });
    }

    std::string sentence() {
        if (in_.by.scheduler == "naive") return "the scheduler 'naive' fuses nothing";
        if (Reason circle = why_circle()) return *circle;
        if (Reason rule = why_refused()) return *rule;
        const Prediction together = predict_together();
        const Reason cause = why_slower(together);
        const std::string times = times_text(together.time, from_.prediction.time + to_.prediction.time);
        return cause ? fmt::format("{}; {}", *cause, times) : times;
    }

  private:
    const std::string& name(size_t stage) const { return in_.graph.stages[stage].name; }

    static std::string times_text(double together, double apart) {
        const std::string one = duration_text(together), two = duration_text(apart);
        if (one == two) return fmt::format("predicted {} both together and apart", one);
        return fmt::format("predicted {} together, {} apart", one, two);
    }

    // ---- what lies between

    // The groups that read this one.
    std::set<size_t> readers_of(size_t group) const {
        std::set<size_t> out;
        in_.groups[group].stages.for_each([&](size_t s) {
            for (const size_t c : in_.graph.consumers_of(s)) out.insert(group_of_[c]);
        });
        out.erase(group);
        return out;
    }

    bool leads_to(size_t begin, size_t end) const {
        std::set<size_t> seen = {begin};
        for (std::vector<size_t> open = {begin}; !open.empty();) {
            const size_t at = open.back();
            open.pop_back();
            if (at == end) return true;
            for (const size_t reader : readers_of(at)) {
                if (seen.insert(reader).second) open.push_back(reader);
            }
        }
        return false;
    }

    Reason why_circle() const {
        for (const size_t third : readers_of(numbers_.first)) {
            if (third == numbers_.second || !leads_to(third, numbers_.second)) continue;
            return fmt::format("group {} lies between: it reads group {}, and group {} waits for it",
                               third + 1, numbers_.first + 1, numbers_.second + 1);
        }
        return std::nullopt;
    }

    // ---- rules of the scheduler

    Reason why_refused() {
        if (in_.by.scheduler.empty()) return std::nullopt;
        const GroupChoice& choice = judge_(stages_);
        const bool by_pin = !in_.by.pins.empty() && choice.refused.find("pinned") != std::string::npos;
        if (by_pin) return choice.refused;
        if (Reason alone = why_alone()) return alone;
        if (!choice.refused.empty()) return why_open().value_or(choice.refused);
        if (!merges_into_only_readers(in_.by.scheduler) || readers_of(numbers_.first).size() < 2)
            return std::nullopt;
        return fmt::format("several groups read group {}; '{}' fuses only with a single consumer",
                           numbers_.first + 1, in_.by.scheduler);
    }

    Reason why_alone() const {
        Reason out;
        stages_.for_each([&](size_t s) {
            if (out || !model_.is_alone(s)) return;
            const auto& pure = in_.graph.stages[s].pure_dims;
            const bool is_whole = std::none_of(pure.begin(), pure.end(), [](bool p) { return p; });
            out = is_whole ? fmt::format("'{}' is a reduction whose every tile needs all of it", name(s))
                           : fmt::format("'{}' is a reduction, and the cost model '{}' fuses none", name(s),
                                         model_.name);
        });
        return out;
    }

    // ---- what the tiles would be like

    Prediction predict_together() {
        const bool by_time = model_.name == kByTime;
        const TilePlan plan =
            by_time ? judge_(stages_).plan : pantile_cost(in_.graph, in_.target).best_plan(frame_).plan;
        return predict(in_.graph, frame_, plan, in_.target);
    }

    // What makes it slower, as far as one thing does.
    Reason why_slower(const Prediction& together) {
        const Prediction &a = from_.prediction, &b = to_.prediction;
        if (in_.by.scheduler.empty()) return "the schedule says so";
        if (Reason own = why_dearer()) return own;
        const double before = redundancy(a.computed + b.computed, a.points + b.points);
        const double after = redundancy(together.computed, together.points);
        if (together.time < a.time + b.time)
            return in_.by.was_bounded ? Reason("the search ended before it came to this") : std::nullopt;
        if (Reason open = why_open()) return open;
        if (after > before + kWorthSaying) return raise_text(before, after);
        const double threads = in_.target.threads;
        if (together.tasks < threads && a.tasks >= threads && b.tasks >= threads)
            return fmt::format("would leave {:.0f} of {:.0f} threads without work", threads - together.tasks,
                               threads);
        return std::nullopt;
    }

    static std::string raise_text(double before, double after) {
        return fmt::format("would raise redundant work from {} to {}", whole_percent(before),
                           whole_percent(after));
    }

    // By the scheduler's own model, where that is not time.
    Reason why_dearer() {
        if (model_.name == kByTime) return std::nullopt;
        const double apart = judge_(from_.stages).cost + judge_(to_.stages).cost;
        const double together = judge_(stages_).cost;
        // What this model calls cost is the share of redundant work itself.
        if (model_.name == "overlap") return raise_text(apart, together);
        if (together < apart) return std::nullopt;
        return fmt::format("more expensive by the cost model '{}'", model_.name);
    }

    // The first read between the two that tiles cannot follow at a constant distance.
    Reason why_open() const {
        for (const size_t e : frame_.inside) {
            const Edge& edge = in_.graph.edges[e];
            if (!from_.stages.contains(edge.producer) || !to_.stages.contains(edge.consumer)) continue;
            for (size_t d = edge.reaches.size(); d-- > 0;) {
                if (Reason open = why_open_along(edge, d)) return open;
            }
        }
        return std::nullopt;
    }

    Reason why_open_along(const Edge& edge, size_t d) const {
        if (frame_.stages[frame_.position_of(edge.producer)].dims[d].is_bounded) return std::nullopt;
        const StageNode& producer = in_.graph.stages[edge.producer];
        const Reach& reach = edge.reaches[d];
        const std::string read = fmt::format("'{}' reads '{}'", name(edge.consumer), producer.name);
        if (reach.by_data) return read + " by data-dependent index";
        if (producer.extents[d] <= kFewPoints) return std::nullopt;
        if (producer.is_reduction() && !producer.pure_dims[d])
            return fmt::format("'{}' is a reduction whose every tile needs all of its {}", producer.name,
                               producer.dims[d]);
        if (reach.kind == Reach::Kind::follows) return why_other_scale(edge, d);
        // A fixed part is as much work in every tile, but no more.
        if (reach.kind == Reach::Kind::fixed) return std::nullopt;
        return fmt::format("{} at no constant distance along {}", read, producer.dims[d]);
    }

    // Two readers of one producer that go through it at different paces.
    Reason why_other_scale(const Edge& edge, size_t d) const {
        const double scale = scale_of(edge, d);
        for (const size_t e : frame_.inside) {
            const Edge& other = in_.graph.edges[e];
            if (other.producer != edge.producer || other.reaches[d].kind != Reach::Kind::follows) continue;
            if (std::abs(scale_of(other, d) - scale) < kEqual * scale) continue;
            return fmt::format("no constant dependence: scale {:.4g} for '{}' against {:.4g} for '{}'", scale,
                               name(edge.consumer), scale_of(other, d), name(other.consumer));
        }
        return std::nullopt;
    }

    // Points of the producer for each point of the reference stage, by this read.
    double scale_of(const Edge& edge, size_t d) const {
        const Reach& reach = edge.reaches[d];
        return frame_.stages[frame_.position_of(edge.consumer)].dims[reach.dim].scale * reach.scale;
    }

    const DecidedGroups& in_;
    const PlannedGroup& from_;
    const PlannedGroup& to_;
    const std::pair<size_t, size_t> numbers_;
    std::vector<size_t> group_of_;
    const StageSet stages_;
    const GroupFrame frame_;
    const CostModel model_;  // the scheduler's own
    Judge judge_;
};

}  // namespace

std::string why_apart(const DecidedGroups& in, size_t from, size_t to) {
    return Merged(in, from, to).sentence();
}

}  // namespace pantile::search
