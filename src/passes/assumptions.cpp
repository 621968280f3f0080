#include "passes/assumptions.h"

#include <algorithm>

#include "analysis/symbolic.h"
#include "base/checked.h"
#include "ir/traverse.h"
#include "ir/uses.h"

namespace pantile::passes {

using namespace ir;
using analysis::Linear;

namespace {

constexpr int64_t kLargestOffset = int64_t{1} << 38;

bool can_change(const Variable& v) { return v.scope != Scope::parameter && v.scope != Scope::dimension; }

void add_new(Exprs& all, const Expr& e) {
    if (std::none_of(all.begin(), all.end(), [&](const Expr& known) { return same(known, e); }))
        all.push_back(e);
}

}  // namespace

Assumptions::Assumptions(const For& loop, const TypicalValues& typical)
    : loop_(loop), typical_(typical), inside_(names_inside(loop)) {
    const auto min = typical(loop.min), max = typical(loop.max);
    if (min && max && *min <= *max) range_ = {*min, *max};
}

void Assumptions::enter(const For& inner) {
    const auto min = analysis::quotient_of(inner.min), max = analysis::quotient_of(inner.max);
    inner_.erase({inner.scope, inner.variable});
    if (!min || !max || min->divisor != 1 || max->divisor != 1) return;
    const auto fixed = [&](const Linear& l) {
        return std::all_of(l.parts.begin(), l.parts.end(),
                           [&](const Linear::Part& p) { return is_fixed(p.term); });
    };
    if (!fixed(min->numerator) || !fixed(max->numerator)) return;
    inner_.insert_or_assign({inner.scope, inner.variable}, std::pair(min->numerator, max->numerator));
}

bool Assumptions::is_fixed(const Expr& e) const {
    const Exprs nodes = post_order(e);
    return std::all_of(nodes.begin(), nodes.end(), [&](const Expr& n) {
        const Variable* v = as<Variable>(n);
        return !as<Load>(n) && n.lanes() == 1 && !(v && can_change(*v) && inside_.count(v->name));
    });
}

std::optional<Assumptions::Least> Assumptions::least_of(const Linear& l) const {
    std::optional<Linear> rest = Linear{{}, l.offset};
    Least least;
    for (const Linear::Part& p : l.parts) {
        const Variable* v = as<Variable>(p.term);
        const auto inner = v ? inner_.find({v->scope, v->name}) : inner_.end();
        if (v && v->scope == loop_.scope && v->name == loop_.variable) {
            least.factor = p.factor;
        } else if (inner != inner_.end()) {
            rest = analysis::plus_multiple(*rest, p.factor > 0 ? inner->second.first : inner->second.second,
                                           p.factor);
            least.crosses_inner_loops = true;
        } else {
            if (!is_fixed(p.term)) return std::nullopt;
            rest = analysis::plus_multiple(*rest, {{{p.term, 1, p.magnitude}}, 0}, p.factor);
        }
        if (!rest) return std::nullopt;
    }
    for (const Linear::Part& p : rest->parts) {
        for_each_node(p.term, [&](const Expr& n) {
            const Variable* v = as<Variable>(n);
            least.has_coordinates |= v && v->scope == Scope::coordinate;
        });
    }
    // Half of what the arithmetic below has room for.
    if (2 * analysis::magnitude_of(*rest) > analysis::kLargestExact ||
        std::abs(rest->offset) > kLargestOffset)
        return std::nullopt;
    least.rest = std::move(*rest);
    return least;
}

std::optional<Assumptions::Interval> Assumptions::typical_part(const Least& l) const {
    const auto rest = typical_(analysis::to_expr(l.rest));
    if (!rest || !range_) return std::nullopt;
    Interval part = *range_;
    if (l.factor > 0) part.min = std::max(part.min, ceil_div(-*rest, l.factor));
    if (l.factor < 0) part.max = std::min(part.max, floor_div(*rest, -l.factor));
    if (l.factor == 0 && *rest < 0) part.max = part.min - 1;
    return part;
}

bool Assumptions::is_most(const Interval& part) const {
    return part.max >= part.min && 2 * (part.max - part.min + 1) >= range_->max - range_->min + 1;
}

bool Assumptions::holds_mostly(const Linear& l) const {
    const auto least = least_of(l);
    if (!least || (least->factor == 0 && !least->rest.parts.empty())) return false;
    const auto part = typical_part(*least);
    return part && is_most(*part);
}

void Assumptions::take(const Linear& l) {
    if (const auto least = least_of(l)) restrict_to(*least);
}

namespace {

// floor(l / divisor). A divisor of all factors divides exactly: floor((2 m + 3) / 2) = m + 1.
Expr floor_of(Linear l, int64_t divisor) {
    const bool exact = std::all_of(l.parts.begin(), l.parts.end(),
                                   [&](const Linear::Part& p) { return p.factor % divisor == 0; });
    if (!exact) return analysis::floor_divided(analysis::to_expr(l), divisor);
    for (Linear::Part& p : l.parts) p.factor /= divisor;
    l.offset = floor_div(l.offset, divisor);
    return analysis::to_expr(l);
}

}  // namespace

// factor * x + rest >= 0, solved for x.
void Assumptions::restrict_to(const Least& l) {
    if (const auto part = typical_part(l)) range_ = *part;
    if (l.factor > 0) {
        // x >= ceil(-rest / factor) = floor((factor - 1 - rest) / factor)
        const Linear limit = *analysis::plus_multiple({{}, l.factor - 1}, l.rest, -1);
        add_new(lowest_, floor_of(limit, l.factor));
    } else if (l.factor < 0) {
        add_new(highest_, floor_of(l.rest, -l.factor));
    } else if (!l.rest.parts.empty()) {
        add_new(rows_, analysis::to_expr(l.rest));
    }
}

std::optional<bool> Assumptions::decide(const Linear& l, Restrict what) {
    if (l.parts.empty()) return l.offset >= 0;
    const auto least = least_of(l);
    if (!least) return std::nullopt;
    if (least->factor == 0) return decide_row(l, what);
    const Linear opposite = analysis::complement(l);
    const auto otherwise = least_of(opposite);
    const auto yes = typical_part(*least);
    const auto no = otherwise ? typical_part(*otherwise) : std::nullopt;
    if (yes && is_most(*yes)) {
        restrict_to(*least);
        return true;
    }
    if (no && is_most(*no)) {
        restrict_to(*otherwise);
        return false;
    }
    return std::nullopt;
}

// A fact about the loops around this one. Without coordinates it is one about parameters and sizes: nothing
// says which answer is the usual one.
std::optional<bool> Assumptions::decide_row(const Linear& l, Restrict what) {
    for (const bool answer : {true, false}) {
        const auto least = least_of(answer ? l : analysis::complement(l));
        if (!least) continue;
        if (least->rest.parts.empty() && least->rest.offset >= 0) return answer;
        if (!least->has_coordinates) continue;
        if (what == Restrict::columns && !least->crosses_inner_loops) continue;
        const auto value = typical_(analysis::to_expr(least->rest));
        if (!value || *value < 0) continue;
        restrict_to(*least);
        return answer;
    }
    return std::nullopt;
}

}  // namespace pantile::passes
