#include "analysis/index.h"

#include "analysis/float_range.h"
#include "analysis/symbolic.h"
#include "base/checked.h"
#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

namespace {

bool bounded(const Index& i) { return i.min && i.max && !is_invalid(*i.min) && !is_invalid(*i.max); }

// The cast is there even when the value is 64 bits wide already: it marks where exact index arithmetic ends
// and the wrapping arithmetic of values begins.
Expr widened(const Expr& e) { return make_node(Cast{e}, ScalarType::i64, e.span()); }

Index exactly(const Expr& value) { return {value, value, value}; }

Index constant_bounds(int64_t min, int64_t max, Expr value) {
    return {constant_i64(min), constant_i64(max), std::move(value)};
}

// Bounds that are numbers beyond 64 bits are none: built as expressions, they would wrap.
using OfNumbers = std::optional<int64_t> (*)(int64_t, int64_t);
using OfBounds = Expr (*)(const Expr&, const Expr&);

std::optional<Expr> exact(OfNumbers of_numbers, OfBounds of_bounds, const Expr& a, const Expr& b) {
    const auto x = constant_int(a), y = constant_int(b);
    if (!x || !y) return of_bounds(a, b);
    const std::optional<int64_t> number = of_numbers(*x, *y);
    return number ? std::optional(constant_i64(*number)) : std::nullopt;
}

std::optional<Expr> sum(const Expr& a, const Expr& b) { return exact(checked_add, plus, a, b); }
std::optional<Expr> difference(const Expr& a, const Expr& b) { return exact(checked_sub, minus, a, b); }
std::optional<Expr> product(const Expr& a, const Expr& b) { return exact(checked_mul, times, a, b); }

std::optional<Expr> opposite(const Expr& e) {
    return constant_int(e) ? difference(constant_i64(0), e) : negated(e);
}

// A number that the bound is not above (side: min) or below (max), where its limits show one.
std::optional<int64_t> limit_of(const Expr& bound, BinaryOp side, int depth = 4) {
    if (const auto number = constant_int(bound)) return number;
    const Binary* b = as<Binary>(bound);
    if (!b || (b->op != BinaryOp::min && b->op != BinaryOp::max) || depth == 0) return std::nullopt;
    const auto x = limit_of(b->lhs, side, depth - 1), y = limit_of(b->rhs, side, depth - 1);
    if (x && y) return b->op == BinaryOp::min ? std::min(*x, *y) : std::max(*x, *y);
    return b->op != side ? std::nullopt : x ? x : y;
}

bool fits_by_itself(ScalarType narrow, ScalarType wide) {
    if (is_bool(narrow)) return true;
    if (is_signed_integer(narrow) && !is_signed_integer(wide)) return false;
    const int extra = is_signed_integer(wide) && !is_signed_integer(narrow) ? 1 : 0;
    return size_in_bits(narrow) + extra <= size_in_bits(wide);
}

bool holds(ScalarType type, const ValueRange& range) {
    const int64_t highest = type == ScalarType::u64 ? INT64_MAX : highest_value(type).as_int();
    return range.min >= lowest_value(type).as_int() && range.max <= highest;
}

}  // namespace

Index IndexAnalysis::operator()(const Expr& e, const Environment& environment) {
    if (const auto found = known_.find(e.id()); found != known_.end()) return found->second;
    const Index result = analyse(e, environment);
    known_.emplace(e.id(), result);
    return result;
}

Index IndexAnalysis::analyse(const Expr& e, const Environment& env) {
    return match(
        e,
        [&](const Constant& n) {
            const bool too_large = e.type() == ScalarType::u64 && n.value.as_int() < 0;
            return too_large ? opaque(e) : exactly(constant_i64(n.value.as_int()));
        },
        [&](const Variable& n) { return from_variable(n, e, env); },
        [&](const Access& n) {
            const auto known = ranges_.find(n.producer);
            return known == ranges_.end() ? opaque(e)
                                          : constant_bounds(known->second.min, known->second.max, widened(e));
        },
        [&](const Unary& n) { return from_unary(n, e, env); },
        [&](const Binary& n) { return from_binary(n, e, env); },
        [&](const Sum& n) { return from_sum(n, e, env); },
        [&](const Select& n) { return from_select(n, e, env); },
        [&](const Cast& n) { return from_cast(n, e, env); }, [&](const Reduce&) { return opaque(e); },
        [&](const Load&) { return opaque(e); }, [&](const Lanes&) { return opaque(e); },
        [&](const Invalid&) { return opaque(e); });
}

// Every value of a narrow type is possible; a wide one says nothing.
Index IndexAnalysis::opaque(const Expr& e) const {
    if (!is_integer(e.type()) || size_in_bits(e.type()) > 16) return {std::nullopt, std::nullopt, widened(e)};
    return constant_bounds(lowest_value(e.type()).as_int(), highest_value(e.type()).as_int(), widened(e));
}

Index IndexAnalysis::guarded(Index exact, const Expr& e) {
    if (!bounded(exact)) return opaque(e);
    const auto min = constant_int(*exact.min), max = constant_int(*exact.max);
    if (min && max) return holds(e.type(), {*min, *max}) ? exact : opaque(e);
    conditions_.push_back({{*exact.min, *exact.max}, e});
    return exact;
}

Index IndexAnalysis::from_variable(const Variable& v, const Expr& e, const Environment& env) {
    const Expr wide = make_node(Variable{v.scope, v.name, nullptr}, ScalarType::i64, e.span());
    switch (v.scope) {
        case Scope::coordinate:
        case Scope::reduction: {
            const auto found = env.find(v.name);
            if (found == env.end()) return {std::nullopt, std::nullopt, wide};
            return {found->second.min, found->second.max, wide};
        }
        case Scope::dimension: return exactly(wide);
        case Scope::parameter: return e.type() == ScalarType::u64 ? opaque(e) : exactly(widened(e));
        case Scope::local: return exactly(wide);
    }
    return opaque(e);
}

Index IndexAnalysis::from_unary(const Unary& n, const Expr& e, const Environment& env) {
    if (!is_integer(e.type()) || (n.op != UnaryOp::neg && n.op != UnaryOp::abs)) return opaque(e);
    const Index a = (*this)(n.operand, env);
    if (!bounded(a)) return opaque(e);
    const Expr value = unary(n.op, a.value, e.span());
    const std::optional<Expr> highest = opposite(*a.min);
    if (n.op == UnaryOp::neg) return guarded({opposite(*a.max), highest, value}, e);
    if (!highest) return opaque(e);
    return guarded({constant_i64(0), larger(*a.max, *highest), value}, e);
}

Index IndexAnalysis::from_sum(const Sum& n, const Expr& e, const Environment& env) {
    if (!is_integer(e.type())) return opaque(e);
    Index total = (*this)(n.terms[0], env);
    for (size_t i = 1; i < n.terms.size() && bounded(total); ++i) {
        const Index term = (*this)(n.terms[i], env);
        if (!bounded(term)) return opaque(e);
        total = {sum(*total.min, *term.min), sum(*total.max, *term.max), plus(total.value, term.value)};
    }
    return bounded(total) ? guarded(total, e) : opaque(e);
}

Index IndexAnalysis::from_binary(const Binary& n, const Expr& e, const Environment& env) {
    if (is_bool(e.type())) return constant_bounds(0, 1, widened(e));
    if (!is_integer(e.type())) return opaque(e);
    if (n.op == BinaryOp::div || n.op == BinaryOp::mod || n.op == BinaryOp::shift_right ||
        n.op == BinaryOp::bit_and) {
        return from_division(n, e, env);
    }
    const Index a = (*this)(n.lhs, env), b = (*this)(n.rhs, env);
    // In 64 bits with a sign, a u64 without bounds may have another order.
    const bool keeps_order = e.type() != ScalarType::u64 || (bounded(a) && bounded(b));
    const auto both = [&](BinaryOp op) {
        return keeps_order ? binary(op, a.value, b.value, e.span()) : widened(e);
    };
    switch (n.op) {
        case BinaryOp::sub:
            if (!bounded(a) || !bounded(b)) return opaque(e);
            return guarded({difference(*a.min, *b.max), difference(*a.max, *b.min), minus(a.value, b.value)},
                           e);
        case BinaryOp::mul: return bounded(a) && bounded(b) ? from_product(a, b, e) : opaque(e);
        case BinaryOp::shift_left: {
            const auto k = constant_int(n.rhs);
            if (!k || *k < 0 || *k >= size_in_bits(e.type()) || *k > 30 || !bounded(a)) return opaque(e);
            const Expr factor = constant_i64(int64_t{1} << *k);
            return from_product(a, exactly(factor), e);
        }
        // One operand alone bounds the result on one side.
        case BinaryOp::min: {
            Index least{a.min && b.min ? std::optional(smaller(*a.min, *b.min)) : std::nullopt,
                        a.max && b.max ? std::optional(smaller(*a.max, *b.max))
                        : a.max        ? a.max
                                       : b.max,
                        both(BinaryOp::min)};
            // min(m, c - m) is at most c / 2: so a mirrored index folds back.
            const Binary* rest = as<Binary>(n.rhs);
            if (!least.max || !rest || rest->op != BinaryOp::sub || !same(rest->rhs, n.lhs)) return least;
            // Only where the difference does not wrap: then it was followed, and its value is more than a
            // cast of it.
            const Cast* marked = as<Cast>(b.value);
            if (marked && marked->operand.id() == n.rhs.id()) return least;
            if (const Index c = (*this)(rest->lhs, env); c.max)
                least.max = smaller(*least.max, floor_divided(*c.max, 2));
            return least;
        }
        case BinaryOp::max:
            return {a.min && b.min ? std::optional(larger(*a.min, *b.min))
                    : a.min        ? a.min
                                   : b.min,
                    a.max && b.max ? std::optional(larger(*a.max, *b.max)) : std::nullopt,
                    both(BinaryOp::max)};
        default: return opaque(e);
    }
}

Index IndexAnalysis::from_product(const Index& a, const Index& b, const Expr& e) {
    const Expr value = times(a.value, b.value);
    const auto factor = constant_int(*b.min);
    if (factor && same(*b.min, *b.max)) {
        const std::optional<Expr> low = product(*a.min, *b.min), high = product(*a.max, *b.min);
        return guarded(*factor >= 0 ? Index{low, high, value} : Index{high, low, value}, e);
    }
    if (constant_int(*a.min) && same(*a.min, *a.max))
        return from_product({b.min, b.max, a.value}, {a.min, a.max, b.value}, e);
    std::vector<Expr> corners;
    for (const Expr& x : {*a.min, *a.max}) {
        for (const Expr& y : {*b.min, *b.max}) {
            const std::optional<Expr> corner = product(x, y);
            if (!corner) return opaque(e);
            corners.push_back(*corner);
        }
    }
    return guarded({least(corners), greatest(corners), value}, e);
}

// Division, modulo, right shift and masking: bounded by the right operand, or monotone when it is constant.
Index IndexAnalysis::from_division(const Binary& n, const Expr& e, const Environment& env) {
    const Index a = (*this)(n.lhs, env), b = (*this)(n.rhs, env);
    const auto k = constant_int(n.rhs);
    const bool shifts = n.op == BinaryOp::shift_right;
    if ((n.op == BinaryOp::div && k && *k > 0) ||
        (shifts && k && *k >= 0 && *k < size_in_bits(e.type()) && *k < 62)) {
        if (!bounded(a)) return opaque(e);
        const int64_t divisor = shifts ? int64_t{1} << *k : *k;
        return {floor_divided(*a.min, divisor), floor_divided(*a.max, divisor),
                floor_divided(a.value, divisor)};
    }
    if (n.op == BinaryOp::mod && bounded(b)) {
        const Expr value = bounded(a) ? binary(BinaryOp::mod, a.value, b.value, e.span()) : widened(e);
        return {smaller(constant_i64(0), plus(*b.min, 1)), larger(constant_i64(0), plus(*b.max, -1)), value};
    }
    if (n.op == BinaryOp::bit_and && k && *k >= 0) return constant_bounds(0, *k, widened(e));
    return opaque(e);
}

Index IndexAnalysis::from_select(const Select& n, const Expr& e, const Environment& env) {
    if (!is_integer(e.type())) return opaque(e);
    const Index a = (*this)(n.if_true, env), b = (*this)(n.if_false, env);
    if (!bounded(a) || !bounded(b)) return opaque(e);
    return {smaller(*a.min, *b.min), larger(*a.max, *b.max), select(n.condition, a.value, b.value, e.span())};
}

Index IndexAnalysis::from_cast(const Cast& n, const Expr& e, const Environment& env) {
    if (!is_integer(e.type())) return opaque(e);
    if (is_float(n.operand.type())) {
        const std::optional<ValueRange> range = truncated_range(n.operand, e.type());
        return range ? constant_bounds(range->min, range->max, widened(e)) : opaque(e);
    }
    if (is_bool(n.operand.type())) return constant_bounds(0, 1, widened(e));
    const Index a = (*this)(n.operand, env);
    if (fits_by_itself(n.operand.type(), e.type())) return a;
    // A conversion that may change the value is followed only where numbers show that it does not.
    if (!bounded(a)) return opaque(e);
    const auto min = limit_of(*a.min, BinaryOp::max), max = limit_of(*a.max, BinaryOp::min);
    return min && max && holds(e.type(), {*min, *max}) ? a : opaque(e);
}

}  // namespace pantile::analysis
