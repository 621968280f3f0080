#include "analysis/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "analysis/symbolic.h"
#include "ir/print.h"
#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

namespace {

// Wide enough that nothing below overflows: the widest product is taken of two 64-bit numbers.
__extension__ using Wide = __int128;
constexpr Wide kHuge = Wide{1} << 100;

struct Span {
    Wide min;
    Wide max;
};

Wide limited(Wide v) { return std::clamp(v, -kHuge, kHuge); }
Span hull(Span a, Span b) { return {std::min(a.min, b.min), std::max(a.max, b.max)}; }

Span product(Span a, Span b) {
    constexpr Wide kSafe = Wide{1} << 62;
    for (const Wide v : {a.min, a.max, b.min, b.max}) {
        if (v > kSafe || v < -kSafe) return {-kHuge, kHuge};
    }
    const auto [low, high] = std::minmax({a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max});
    return {limited(low), limited(high)};
}

Wide floor_of(Wide a, Wide b) { return a / b - (a % b < 0 ? 1 : 0); }

// Whether a box without points counts: it lies nowhere, and nothing is computed on it.
enum class EmptyBoxes { counted, left_out };

bool is_nowhere(const Expr& e) {
    const auto value = constant_int(e);
    return value == kNowhere || value == -kNowhere;
}

// All values that a bound can have while its variables range over intervals.
class SpanEvaluation {
  public:
    explicit SpanEvaluation(EmptyBoxes empty_boxes) : empty_boxes_(empty_boxes) {}

    std::map<std::string, Span> variables;

    Span operator()(const Expr& e) {
        if (const auto found = known_.find(e.id()); found != known_.end()) return found->second;
        const Span span = compute(e);
        note(e, span);
        known_.emplace(e.id(), span);
        return span;
    }

    // Whether computing 'e', which was evaluated before, can leave 64 bits on the way.
    bool may_overflow(const Expr& e) const {
        const Exprs nodes = post_order(e);
        return std::any_of(nodes.begin(), nodes.end(),
                           [&](const Expr& n) { return overflows_.count(n.id()) > 0; });
    }

  private:
    void note(const Expr& e, const Span& span) {
        if (span.min < Wide{INT64_MIN} || span.max > Wide{INT64_MAX}) overflows_.insert(e.id());
    }

    Span compute(const Expr& e) {
        if (const Constant* c = as<Constant>(e)) return {c->value.as_int(), c->value.as_int()};
        if (const Variable* v = as<Variable>(e)) return of_variable(*v);
        if (const Cast* c = as<Cast>(e)) return (*this)(c->operand);
        if (const Unary* u = as<Unary>(e); u && u->op == UnaryOp::neg) {
            const Span a = (*this)(u->operand);
            return {-a.max, -a.min};
        }
        if (const Select* s = as<Select>(e)) return of_select(*s);
        if (const Sum* s = as<Sum>(e)) {
            Span total{0, 0};
            for (const Expr& term : s->terms) {
                const Span t = (*this)(term);
                total = {limited(total.min + t.min), limited(total.max + t.max)};
                note(e, total);
            }
            return total;
        }
        if (const Binary* b = as<Binary>(e)) return of_binary(*b);
        return {-kHuge, kHuge};
    }

    Span of_select(const Select& n) {
        (*this)(n.condition);
        const Span a = (*this)(n.if_true), b = (*this)(n.if_false);
        const bool may_be_empty = empty_boxes_ == EmptyBoxes::left_out && is_nowhere(n.if_false);
        return may_be_empty ? a : hull(a, b);
    }

    Span of_variable(const Variable& v) const {
        const auto found = variables.find(v.name);
        return found == variables.end() ? Span{-kHuge, kHuge} : found->second;
    }

    Span of_binary(const Binary& n) {
        const Span a = (*this)(n.lhs), b = (*this)(n.rhs);
        if (is_bool(n.lhs.type()) || is_comparison(n.op)) return {0, 1};
        switch (n.op) {
            case BinaryOp::sub: return {limited(a.min - b.max), limited(a.max - b.min)};
            case BinaryOp::mul: return product(a, b);
            case BinaryOp::div:
                return b.min == b.max && b.min > 0 ? Span{floor_of(a.min, b.min), floor_of(a.max, b.min)}
                                                   : Span{-kHuge, kHuge};
            case BinaryOp::mod: return {std::min<Wide>(0, b.min + 1), std::max<Wide>(0, b.max - 1)};
            case BinaryOp::min: return {std::min(a.min, b.min), std::min(a.max, b.max)};
            case BinaryOp::max: return {std::max(a.min, b.min), std::max(a.max, b.max)};
            default: return {-kHuge, kHuge};
        }
    }

    EmptyBoxes empty_boxes_;
    std::unordered_map<const Node*, Span> known_;
    std::unordered_set<const Node*> overflows_;
};

bool inside(const Span& s, Wide min, Wide max) { return s.min >= min && s.max <= max; }

class LimitSearch {
  public:
    LimitSearch(const Pipeline& pipeline, const Regions& regions) : pipeline_(pipeline), regions_(regions) {}

    // Everything that a limit leaves to be checked at entry.
    Limits with(int64_t limit) {
        Limits result{limit, {}, {}};
        spans_ = SpanEvaluation(EmptyBoxes::counted);
        filled_ = SpanEvaluation(EmptyBoxes::left_out);
        bind_arguments(limit, pipeline_, spans_);
        bind_arguments(limit, pipeline_, filled_);
        for (size_t s = pipeline_.stages.size(); s-- > 0;) bind_stage(s, result);
        for (const NoWrap& condition : regions_.conditions) {
            const ScalarType type = condition.node.type();
            const Wide highest =
                type == ScalarType::u64 ? Wide{INT64_MAX} : Wide{highest_value(type).as_int()};
            const Span all = hull(filled_(condition.bounds.min), filled_(condition.bounds.max));
            if (!inside(all, lowest_value(type).as_int(), highest))
                result.checked_at_entry.push_back(condition);
        }
        return result;
    }

    // Bounds and checks at entry are themselves 64-bit arithmetic; what could overflow even that is refused.
    // Speaks of the last limit tried.
    Diagnostics refused(const Limits& limits) {
        Diagnostics found;
        for (const NoWrap& condition : limits.checked_at_entry)
            refuse_overflow(condition.bounds, condition.node, found);
        for (const AccessRegion& access : regions_.accesses) {
            for (const Bounds& bounds : access.box) refuse_overflow(bounds, access.access, found);
        }
        return found;
    }

  private:
    void refuse_overflow(const Bounds& bounds, const Expr& at, Diagnostics& found) {
        spans_(bounds.min);
        spans_(bounds.max);
        if (!spans_.may_overflow(bounds.min) && !spans_.may_overflow(bounds.max)) return;
        Diagnostic d =
            diagnostic_at(pipeline_, at.span(),
                          fmt::format("the index arithmetic in '{}' can overflow 64 bits.", to_text(at)));
        d.hints.push_back(
            "limit its operands with 'clamp'; give parameters in it a range: 'param p: i32 in 0..100'.");
        found.push_back(std::move(d));
    }

    static void bind_arguments(int64_t limit, const Pipeline& pipeline, SpanEvaluation& spans) {
        const Span everywhere{-limit, limit};
        for (const Input& input : pipeline.inputs) {
            for (const std::string& dim : input.dims) {
                const std::string stem = input.name + "." + dim;
                spans.variables[stem + ".min"] = everywhere;
                spans.variables[stem + ".max"] = everywhere;
                spans.variables[stem + ".extent"] = {1, 2 * Wide{limit} + 1};
            }
        }
        for (const Param& p : pipeline.params) {
            if (is_float(p.type)) continue;
            const Wide low = p.lowest ? p.lowest->as_int() : lowest_value(p.type).as_int();
            const Wide high = p.highest ? p.highest->as_int() : highest_value(p.type).as_int();
            spans.variables[p.name] = {low, p.type == ScalarType::u64 && !p.highest ? kHuge : high};
        }
        for (const std::string& name : pipeline.outputs) {
            const Stage& stage = *pipeline.find_stage(name);
            for (size_t d = 0; d < stage.dims.size(); ++d) {
                spans.variables[as<Variable>(requested_min(stage, d))->name] = everywhere;
                spans.variables[as<Variable>(requested_max(stage, d))->name] = everywhere;
            }
        }
    }

    // An empty box may lie anywhere; nothing is computed on it, so only boxes with points must stay in range.
    // If one has points, a demand in each dimension happens: what the others say is a part of the hull.
    void bind_stage(size_t s, Limits& result) {
        const Stage& stage = pipeline_.stages[s];
        const Span allowed{-kLargestCoordinate, kLargestCoordinate};
        for (const size_t d : regions_.order[s]) {
            const Bounds& box = regions_.stages[s][d];
            const Span all{filled_(box.min).min, filled_(box.max).max};
            if (!inside(all, allowed.min, allowed.max)) result.boxes_checked_at_entry.emplace_back(s, d);
            bind_box(stage, d, box, spans_);
            bind_box(stage, d, box, filled_);
        }
    }

    static void bind_box(const Stage& stage, size_t d, const Bounds& box, SpanEvaluation& spans) {
        const Span min = spans(box.min), max = spans(box.max);
        spans.variables[as<Variable>(box_min(stage, d))->name] = min;
        spans.variables[as<Variable>(box_max(stage, d))->name] = max;
    }

    const Pipeline& pipeline_;
    const Regions& regions_;
    SpanEvaluation spans_{EmptyBoxes::counted};
    SpanEvaluation filled_{EmptyBoxes::left_out};
};

}  // namespace

Result<Limits> choose_limits(const Pipeline& pipeline, const Regions& regions) {
    LimitSearch search(pipeline, regions);
    // From the widest limit on: the first that needs no further checks, or the one that needs the fewest.
    std::optional<Limits> best;
    Diagnostics refused;
    const auto left = [](const Limits& l) {
        return l.checked_at_entry.size() + l.boxes_checked_at_entry.size();
    };
    for (int64_t limit = kLargestArgument; limit >= int64_t{1} << 20; limit /= 2) {
        Limits limits = search.with(limit);
        refused = search.refused(limits);
        if (!refused.empty()) continue;
        if (!best || left(limits) < left(*best)) best = std::move(limits);
        if (left(*best) == 0) break;
    }
    if (!best) return refused;
    return *best;
}

}  // namespace pantile::analysis
