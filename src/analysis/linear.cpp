#include "analysis/linear.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/regions.h"
#include "analysis/symbolic.h"
#include "base/checked.h"
#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
constexpr int64_t kLargestFactor = int64_t{1} << 24;
constexpr int64_t kLargestOffset = int64_t{1} << 40;

// Not by 'std::abs': the lowest number has none.
bool exceeds(int64_t value, int64_t limit) { return value < -limit || value > limit; }

double magnitude_of_type(ScalarType type) {
    return is_bool(type) ? 1 : std::ldexp(1.0, std::min(size_in_bits(type), 63));
}

double magnitude_of_variable(const Variable& v, ScalarType type) {
    switch (v.scope) {
        case Scope::coordinate: return static_cast<double>(kLargestCoordinate);
        case Scope::dimension: return static_cast<double>(2 * kLargestArgument + 1);
        case Scope::reduction: return 0x1p31;
        case Scope::parameter: return magnitude_of_type(type);
        case Scope::local:
            return is_bound_name(v.name) ? static_cast<double>(kNowhere) : magnitude_of_type(type);
    }
    return kUnknown;
}

double magnitude_of_binary(const Binary& n) {
    const double a = magnitude_of(n.lhs), b = magnitude_of(n.rhs);
    switch (n.op) {
        case BinaryOp::sub: return a + b;
        case BinaryOp::mul: return a * b;
        case BinaryOp::min:
        case BinaryOp::max: return std::max(a, b);
        case BinaryOp::div: return a;
        case BinaryOp::mod: return b;
        default: return kUnknown;
    }
}

// What 32 bits hold is bounded by its type, however it was computed.
double magnitude_by_kind(const Expr& e) {
    return match(
        e,
        [](const Constant& n) {
            return is_signed_integer(n.value.type()) ? std::fabs(static_cast<double>(n.value.as_int()))
                                                     : static_cast<double>(n.value.as_uint());
        },
        [&](const Variable& n) { return magnitude_of_variable(n, e.type()); },
        [](const Unary& n) {
            return n.op == UnaryOp::neg || n.op == UnaryOp::abs ? magnitude_of(n.operand) : kUnknown;
        },
        [](const Binary& n) { return magnitude_of_binary(n); },
        [](const Sum& n) {
            double total = 0;
            for (const Expr& term : n.terms) total += magnitude_of(term);
            return total;
        },
        [](const Select& n) { return std::max(magnitude_of(n.if_true), magnitude_of(n.if_false)); },
        [](const Cast& n) {
            return is_float(n.operand.type()) ? kUnknown : magnitude_of_type(n.operand.type());
        },
        [](const Access&) { return kUnknown; }, [](const Reduce&) { return kUnknown; },
        [](const Load&) { return kUnknown; }, [](const Lanes&) { return kUnknown; },
        [](const Invalid&) { return kUnknown; });
}

// Whether an unsigned value may be what a negative one wraps to: far from zero, however near the parts are.
bool may_pass_below_zero(const Expr& e) {
    if (!is_integer(e.type()) || is_signed_integer(e.type())) return false;
    if (const Unary* n = as<Unary>(e)) return n->op == UnaryOp::neg;
    if (const Binary* n = as<Binary>(e)) return n->op == BinaryOp::sub;
    const Cast* n = as<Cast>(e);
    return n && is_signed_integer(n->operand.type());
}

Expr widened(const Expr& e) {
    const Variable* v = as<Variable>(e);
    if (e.type() == ScalarType::i64) return e;
    // These hold 64 bits in Loops, and the checks at entry make them fit in the narrower type.
    if (v && v->scope != Scope::parameter && v->scope != Scope::local)
        return variable(v->scope, v->name, ScalarType::i64, e.span());
    return make_node(Cast{e}, ScalarType::i64, e.span());
}

std::optional<Quotient> term(const Expr& e) {
    const double magnitude = magnitude_of(e);
    if (magnitude > kLargestExact) return std::nullopt;
    return Quotient{{{{widened(e), 1, magnitude}}, 0}, 1};
}

std::optional<Quotient> sum(const Quotient& a, const Quotient& b) {
    if (a.divisor != 1 && b.divisor != 1) return std::nullopt;
    const Quotient& whole = b.divisor == 1 ? b : a;
    const Quotient& other = b.divisor == 1 ? a : b;
    // floor(u / c) + v = floor((u + c v) / c)
    const auto total = plus_multiple(other.numerator, whole.numerator, other.divisor);
    return total ? std::optional(Quotient{*total, other.divisor}) : std::nullopt;
}

std::optional<Quotient> scaled(const std::optional<Quotient>& a, int64_t k) {
    if (!a || a->divisor != 1) return std::nullopt;
    const auto product = plus_multiple({}, a->numerator, k);
    return product ? std::optional(Quotient{*product, 1}) : std::nullopt;
}

std::optional<Quotient> quotient_of_sum(const Sum& n) {
    std::optional<Quotient> total = Quotient{};
    for (const Expr& t : n.terms) {
        const auto next = quotient_of(t);
        total = total && next ? sum(*total, *next) : std::nullopt;
    }
    return total;
}

std::optional<Quotient> quotient_of_binary(const Binary& n) {
    const auto left = constant_int(n.lhs), right = constant_int(n.rhs);
    if (n.op == BinaryOp::sub) {
        const auto a = quotient_of(n.lhs), b = scaled(quotient_of(n.rhs), -1);
        return a && b ? sum(*a, *b) : std::nullopt;
    }
    if (n.op == BinaryOp::mul && right) return scaled(quotient_of(n.lhs), *right);
    if (n.op == BinaryOp::mul && left) return scaled(quotient_of(n.rhs), *left);
    if (n.op == BinaryOp::div && right && *right > 0 && *right <= kLargestFactor) {
        auto a = quotient_of(n.lhs);
        // floor(floor(u / c) / d) = floor(u / (c d))
        if (!a || a->divisor > kLargestFactor / *right) return std::nullopt;
        a->divisor *= *right;
        return a;
    }
    return std::nullopt;
}

std::optional<Quotient> followed(const Expr& e) {
    if (const auto c = constant_int(e)) {
        if (exceeds(*c, kLargestOffset)) return std::nullopt;
        return Quotient{{{}, *c}, 1};
    }
    if (const Sum* n = as<Sum>(e)) return quotient_of_sum(*n);
    if (const Binary* n = as<Binary>(e)) return quotient_of_binary(*n);
    if (const Unary* n = as<Unary>(e); n && n->op == UnaryOp::neg) return scaled(quotient_of(n->operand), -1);
    if (const Cast* n = as<Cast>(e); n && is_integer(n->operand.type())) return quotient_of(n->operand);
    return std::nullopt;
}

// What was followed over the integers is the value only where it cannot leave the type of the node.
bool fits(const Quotient& q, ScalarType type) {
    if (!is_signed_integer(type)) return false;
    const double limit =
        size_in_bits(type) == 64 ? kLargestExact : std::ldexp(1.0, size_in_bits(type) - 1) - 1;
    return magnitude_of(q.numerator) <= limit;
}

}  // namespace

double magnitude_of(const Expr& e) {
    if (!is_integer(e.type()) && !is_bool(e.type())) return kUnknown;
    if (may_pass_below_zero(e)) return magnitude_of_type(e.type());
    const double by_kind = magnitude_by_kind(e);
    return size_in_bits(e.type()) <= 32 ? std::min(by_kind, magnitude_of_type(e.type())) : by_kind;
}

double magnitude_of(const Linear& l) {
    double total = std::fabs(static_cast<double>(l.offset));
    for (const Linear::Part& p : l.parts) total += std::fabs(static_cast<double>(p.factor)) * p.magnitude;
    return total;
}

std::optional<Quotient> quotient_of(const Expr& e) {
    if (!is_integer(e.type())) return std::nullopt;
    const auto q = followed(e);
    return q && fits(*q, e.type()) ? q : term(e);
}

std::optional<Linear> plus_multiple(Linear a, const Linear& b, int64_t k) {
    if (exceeds(k, kLargestFactor)) return std::nullopt;
    for (const Linear::Part& p : b.parts) {
        const auto twin = std::find_if(a.parts.begin(), a.parts.end(),
                                       [&](const Linear::Part& q) { return same(q.term, p.term); });
        if (twin == a.parts.end())
            a.parts.push_back({p.term, k * p.factor, p.magnitude});
        else
            twin->factor += k * p.factor;
    }
    std::erase_if(a.parts, [](const Linear::Part& p) { return p.factor == 0; });
    const auto moved = checked_mul(k, b.offset);
    const auto offset = moved ? checked_add(a.offset, *moved) : std::nullopt;
    if (!offset || exceeds(*offset, kLargestOffset)) return std::nullopt;
    a.offset = *offset;
    const bool small = std::none_of(a.parts.begin(), a.parts.end(),
                                    [](const Linear::Part& p) { return exceeds(p.factor, kLargestFactor); });
    return small ? std::optional(std::move(a)) : std::nullopt;
}

Linear complement(Linear l) {
    for (Linear::Part& p : l.parts) p.factor = -p.factor;
    l.offset = -l.offset - 1;
    return l;
}

Expr to_expr(const Linear& l) {
    std::optional<Expr> total;
    const auto multiple = [](const Linear::Part& p) {
        return times(p.term, constant_i64(std::abs(p.factor)));
    };
    for (const Linear::Part& p : l.parts) {
        if (p.factor > 0) total = total ? add(*total, multiple(p)) : multiple(p);
    }
    for (const Linear::Part& p : l.parts) {
        if (p.factor < 0) total = total ? binary(BinaryOp::sub, *total, multiple(p)) : negated(multiple(p));
    }
    return total ? plus(*total, l.offset) : constant_i64(l.offset);
}

}  // namespace pantile::analysis
