#include "analysis/largest_output.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/symbolic.h"
#include "base/checked.h"
#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

namespace {

constexpr Interval kEverywhere{-kNowhere, kNowhere};

Interval intersection(const Interval& a, const Interval& b) {
    return {std::max(a.min, b.min), std::min(a.max, b.max)};
}

// Infinite ends stay infinite under arithmetic.
bool is_infinite(int64_t end) { return end <= -kNowhere || end >= kNowhere; }
int64_t shifted(int64_t end, int64_t by) { return is_infinite(end) ? end : end - by; }
// All x with 'i.min <= x * factor <= i.max'.
Interval divided(const Interval& i, int64_t factor) {
    return {is_infinite(i.min) ? i.min : ceil_div(i.min, factor),
            is_infinite(i.max) ? i.max : floor_div(i.max, factor)};
}

// The coordinate for which an index stays within an interval.
struct Solution {
    std::string coordinate;  // empty: the index has none
    Interval values = kEverywhere;
};

// Solves 'min <= e <= max' for the one coordinate in e, where e is built from it by steps that keep or turn
// the order.
class Solver {
  public:
    Solver(const BoundValues& values, const AccessRegion& access, const Pipeline& pipeline)
        : values_(values), access_(access), analyse_(pipeline, none_) {}

    // Nothing: the index is not of a form that can be solved.
    std::optional<Solution> solve(const Expr& e, Interval target) {
        if (const Variable* v = as<Variable>(e); v && v->scope == Scope::coordinate)
            return Solution{v->name, target};
        if (const auto fixed = value_of(e)) {
            const bool inside = fixed->min >= target.min && fixed->max <= target.max;
            return Solution{"", inside ? kEverywhere : Interval{}};
        }
        if (const Sum* sum = as<Sum>(e)) return solve_sum(*sum, target);
        if (const Binary* b = as<Binary>(e)) return solve_binary(*b, target);
        if (const Unary* u = as<Unary>(e); u && u->op == UnaryOp::neg)
            return solve(u->operand, {-target.max, -target.min});
        if (const Cast* c = as<Cast>(e); c && is_integer(c->operand.type())) return solve(c->operand, target);
        return std::nullopt;
    }

  private:
    // The interval of an expression that has no coordinates, or whose range does not depend on them, like 'y
    // % 2'.
    std::optional<Interval> value_of(const Expr& e) {
        const Index index = analyse_(e, access_.environment);
        if (!index.min || !index.max) return std::nullopt;
        const auto low = constant_int(*index.min), high = constant_int(*index.max);
        if (low && high) return Interval{*low, *high};
        bool fixed = true;
        for_each_node(e, [&](const Expr& n) {
            const Variable* v = as<Variable>(n);
            fixed &= !(v && v->scope == Scope::coordinate) && !as<Access>(n);
        });
        if (!fixed) return std::nullopt;
        const auto min = values_(*index.min), max = values_(*index.max);
        return min && max ? std::optional(Interval{*min, *max}) : std::nullopt;
    }

    std::optional<Solution> solve_sum(const Sum& sum, Interval target) {
        const Expr* moving = nullptr;
        for (const Expr& term : sum.terms) {
            if (const auto fixed = value_of(term)) {
                target = {shifted(target.min, fixed->min), shifted(target.max, fixed->max)};
            } else if (moving) {
                return std::nullopt;
            } else {
                moving = &term;
            }
        }
        return moving ? solve(*moving, target) : std::nullopt;
    }

    static bool commutes(BinaryOp op) {
        return op == BinaryOp::mul || op == BinaryOp::min || op == BinaryOp::max;
    }

    std::optional<Solution> solve_binary(const Binary& b, Interval target) {
        const auto right = value_of(b.rhs);
        if (!right && commutes(b.op) && value_of(b.lhs)) return solve_binary({b.op, b.rhs, b.lhs}, target);
        if (const auto left = value_of(b.lhs); left && b.op == BinaryOp::sub) {
            return solve(b.rhs, {-shifted(target.max, left->max), -shifted(target.min, left->min)});
        }
        if (!right) return std::nullopt;
        const bool constant = right->min == right->max;
        switch (b.op) {
            case BinaryOp::sub:
                return solve(b.lhs, {shifted(target.min, -right->max), shifted(target.max, -right->min)});
            case BinaryOp::mul:
                if (!constant || right->min <= 0) return std::nullopt;
                return solve(b.lhs, divided(target, right->min));
            case BinaryOp::div:
                if (!constant || right->min <= 0 || right->min > 1024) return std::nullopt;
                return solve(b.lhs, {target.min * right->min, target.max * right->min + right->min - 1});
            // The limit itself must be inside; then the side it limits is free.
            case BinaryOp::min:
                if (right->min < target.min) return Solution{"", Interval{}};
                return solve(b.lhs, {target.min, right->max <= target.max ? kNowhere : target.max});
            case BinaryOp::max:
                if (right->max > target.max) return Solution{"", Interval{}};
                return solve(b.lhs, {right->min >= target.min ? -kNowhere : target.min, target.max});
            case BinaryOp::mod:
                if (target.min <= 0 && right->max - 1 <= target.max && right->min > 0) return Solution{};
                return std::nullopt;
            default: return std::nullopt;
        }
    }

    const BoundValues& values_;
    const AccessRegion& access_;
    ValueRanges none_;
    IndexAnalysis analyse_;
};

class ForwardInference {
  public:
    ForwardInference(const Pipeline& pipeline, const Regions& regions, const Sizes& sizes)
        : pipeline_(pipeline), regions_(regions), sizes_(sizes) {
        for (const AccessRegion& a : regions.accesses) by_consumer_[a.consumer].push_back(&a);
    }

    Box valid_box(size_t s) {
        const Stage& stage = pipeline_.stages[s];
        BoundValues values(pipeline_, sizes_);
        values.set_box(stage, Box(stage.dims.size(), kEverywhere));
        Box valid(stage.dims.size(), kEverywhere);
        for (const AccessRegion* access : by_consumer_[s]) restrict_by(*access, stage, values, valid);
        return valid;
    }

    std::map<std::string, Box> run() {
        for (const Input& input : pipeline_.inputs) valid_[input.name] = sizes_.inputs.at(input.name);
        for (size_t s = 0; s < pipeline_.stages.size(); ++s) valid_[pipeline_.stages[s].name] = valid_box(s);
        return valid_;
    }

  private:
    void restrict_by(const AccessRegion& access, const Stage& stage, const BoundValues& values, Box& valid) {
        const auto producer = valid_.find(access.producer);
        if (producer == valid_.end()) return;
        Solver solver(values, access, pipeline_);
        const Exprs& args = as<Access>(access.access)->args;
        for (size_t d = 0; d < args.size(); ++d) {
            const auto solution = solver.solve(args[d], producer->second[d]);
            if (!solution) continue;
            for (size_t k = 0; k < stage.dims.size(); ++k) {
                const bool concerns = solution->coordinate.empty() ? solution->values.extent() == 0
                                                                   : solution->coordinate == stage.dims[k];
                if (concerns)
                    valid[k] = without_bad_part(valid[k], where_read(access, stage.dims[k], values),
                                                solution->values);
            }
        }
    }

    // The part of the coordinate's axis on which the access happens at all: a case reads only where its
    // condition holds.
    static Interval where_read(const AccessRegion& access, const std::string& coordinate,
                               const BoundValues& values) {
        const auto bounds = access.environment.find(coordinate);
        if (bounds == access.environment.end()) return kEverywhere;
        const auto min = values(bounds->second.min), max = values(bounds->second.max);
        return min && max ? Interval{*min, *max} : kEverywhere;
    }

    // What lies in 'read' must lie in 'fine'. An end of 'read' that is open cuts the valid box; a hole inside
    // of it cannot be told by a box, so there the valid box shrinks to what is fine.
    static Interval without_bad_part(Interval valid, const Interval& read, const Interval& fine) {
        if (read.min < fine.min) {
            if (read.min > -kNowhere) return intersection(valid, fine);
            valid.min = std::max(valid.min, fine.min);
        }
        if (read.max > fine.max) {
            if (read.max < kNowhere) return intersection(valid, fine);
            valid.max = std::min(valid.max, fine.max);
        }
        return valid;
    }

    const Pipeline& pipeline_;
    const Regions& regions_;
    const Sizes& sizes_;
    std::map<size_t, std::vector<const AccessRegion*>> by_consumer_;
    std::map<std::string, Box> valid_;
};

std::optional<Interval> size_of_input_dim(const Pipeline& pipeline, const Sizes& sizes,
                                          const std::string& dim) {
    for (const Input& input : pipeline.inputs) {
        const auto found = std::find(input.dims.begin(), input.dims.end(), dim);
        if (found != input.dims.end())
            return sizes.inputs.at(input.name)[static_cast<size_t>(found - input.dims.begin())];
    }
    return std::nullopt;
}

Diagnostic cannot_tell(const Pipeline& pipeline, const Stage& stage, const std::string& dim) {
    Diagnostic d = diagnostic_at(
        pipeline, stage.span,
        fmt::format("the inputs do not determine the size of '{}' in dimension '{}'.", stage.name, dim));
    d.hints.push_back(fmt::format("give it: '--size {}=256'.", dim));
    return d;
}

Diagnostic nothing_fits(const Pipeline& pipeline, const Stage& stage, const std::string& dim) {
    Diagnostic d = diagnostic_at(
        pipeline, stage.span,
        fmt::format("the inputs are too small: no point of '{}' can be computed in dimension '{}'.",
                    stage.name, dim));
    d.hints.push_back("give larger inputs, or give them a border: 'repeat_edge(…)'.");
    return d;
}

}  // namespace

Result<std::map<std::string, Box>> largest_outputs(const Pipeline& pipeline, const Regions& regions,
                                                   const Sizes& sizes,
                                                   const std::map<std::string, int64_t>& wanted) {
    const std::map<std::string, Box> valid = ForwardInference(pipeline, regions, sizes).run();
    std::map<std::string, Box> outputs;
    Diagnostics found;
    for (const std::string& name : pipeline.outputs) {
        const Stage& stage = *pipeline.find_stage(name);
        Box box = valid.at(name);
        for (size_t d = 0; d < box.size(); ++d) {
            const CoordinateRange* const range = stage.range_of(d);
            const auto extent = wanted.find(stage.dims[d]);
            if (extent != wanted.end()) {
                const int64_t possible = box[d].min <= 0 || box[d].min > kLargestCoordinate ? 0 : box[d].min;
                const int64_t first = first_within(range, possible, extent->second);
                box[d] = {first, first + extent->second - 1};
            } else if (range) {
                box[d] = intersection(box[d], {range->min, range->max});
            } else if (box[d].min <= -kNowhere || box[d].max >= kNowhere) {
                const auto like = size_of_input_dim(pipeline, sizes, stage.dims[d]);
                if (!like)
                    found.push_back(cannot_tell(pipeline, stage, stage.dims[d]));
                else
                    box[d] = intersection(box[d], *like);
            }
            if (box[d].extent() == 0) found.push_back(nothing_fits(pipeline, stage, stage.dims[d]));
        }
        outputs[name] = std::move(box);
    }
    if (!found.empty()) return found;
    return outputs;
}

}  // namespace pantile::analysis
