#include "analysis/symbolic.h"

#include <algorithm>
#include <unordered_map>

#include "base/checked.h"
#include "ir/build.h"
#include "ir/scalar.h"
#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

Expr plus(const Expr& e, int64_t k) {
    const Offset parts = split_offset(e);
    const std::optional<int64_t> total = checked_add(parts.offset, k);
    if (!total) return add(e, constant_i64(k));
    if (!parts.base) return constant_i64(*total);
    return *total == 0 ? *parts.base : add(*parts.base, constant_i64(*total));
}

Expr plus(const Expr& a, const Expr& b) {
    const Offset left = split_offset(a), right = split_offset(b);
    if (!right.base) return plus(a, right.offset);
    if (!left.base) return plus(b, left.offset);
    const std::optional<int64_t> total = checked_add(left.offset, right.offset);
    return total ? plus(add(*left.base, *right.base), *total) : add(a, b);
}

Expr minus(const Expr& a, const Expr& b) {
    if (same(a, b)) return constant_i64(0);
    const Offset left = split_offset(a), right = split_offset(b);
    const std::optional<int64_t> total = checked_sub(left.offset, right.offset);
    if (!total) return binary(BinaryOp::sub, a, b);
    if (!right.base) return plus(left.base ? *left.base : constant_i64(0), *total);
    if (left.base && same(*left.base, *right.base)) return constant_i64(*total);
    const Expr base =
        left.base ? binary(BinaryOp::sub, *left.base, *right.base) : unary(UnaryOp::neg, *right.base);
    return plus(base, *total);
}

Expr times(const Expr& a, const Expr& b) {
    if (constant_int(a) == 1) return b;
    if (constant_int(b) == 1) return a;
    return binary(BinaryOp::mul, a, b);
}

Expr negated(const Expr& e) { return unary(UnaryOp::neg, e); }

Expr floor_divided(const Expr& e, int64_t positive) {
    return positive == 1 ? e : binary(BinaryOp::div, e, constant_i64(positive));
}

Expr smaller(const Expr& a, const Expr& b) { return least({a, b}); }
Expr larger(const Expr& a, const Expr& b) { return greatest({a, b}); }

Offset split_offset(const Expr& e) {
    if (const auto c = constant_int(e)) return {std::nullopt, *c};
    const Sum* sum = as<Sum>(e);
    const auto last = sum ? constant_int(sum->terms.back()) : std::nullopt;
    if (!last) return {e, 0};
    Exprs rest(sum->terms.begin(), sum->terms.end() - 1);
    const Expr base = rest.size() == 1 ? rest[0] : make_node(Sum{std::move(rest)}, e.type(), e.span());
    return {base, *last};
}

namespace {

// A bound inside of limits: 'min(max(x + 1, low), high)' is x + 1 with the limits max(_, low), min(_, high).
// Limits never reverse an order, so of two bounds with equal limits the inner ones decide.
struct Limited {
    Offset inner;
    std::vector<const Binary*> limits;  // from the outermost
};

Limited split_limits(const Expr& bound) {
    Limited out{{std::nullopt, 0}, {}};
    Expr inner = bound;
    for (const Binary* b = as<Binary>(inner); b && (b->op == BinaryOp::min || b->op == BinaryOp::max);
         b = as<Binary>(inner)) {
        out.limits.push_back(b);
        inner = b->lhs;
    }
    out.inner = split_offset(inner);
    return out;
}

bool same_family(const Limited& a, const Limited& b) {
    if (a.inner.base.has_value() != b.inner.base.has_value() || a.limits.size() != b.limits.size())
        return false;
    for (size_t i = 0; i < a.limits.size(); ++i) {
        if (a.limits[i]->op != b.limits[i]->op || !same(a.limits[i]->rhs, b.limits[i]->rhs)) return false;
    }
    return !a.inner.base || same(*a.inner.base, *b.inner.base);
}

// Keeps one bound of each family 'base + constant', then combines the families.
Expr extreme(const std::vector<Expr>& bounds, BinaryOp op) {
    std::vector<std::pair<Limited, Expr>> kept;
    for (const Expr& bound : bounds) {
        const Limited next = split_limits(bound);
        const auto twin =
            std::find_if(kept.begin(), kept.end(), [&](const auto& k) { return same_family(k.first, next); });
        if (twin == kept.end()) {
            kept.emplace_back(next, bound);
            continue;
        }
        const int64_t before = twin->first.inner.offset;
        if (op == BinaryOp::min ? next.inner.offset < before : next.inner.offset > before)
            *twin = {next, bound};
    }
    std::optional<Expr> result;
    for (const auto& [limited, bound] : kept) result = result ? binary(op, *result, bound) : bound;
    return *result;
}

std::optional<int64_t> evaluate_binary(BinaryOp op, int64_t a, int64_t b) {
    switch (op) {
        case BinaryOp::sub: return checked_sub(a, b);
        case BinaryOp::mul: return checked_mul(a, b);
        default:
            return apply(op, Value::of_int(ScalarType::i64, a), Value::of_int(ScalarType::i64, b)).as_int();
    }
}

class Evaluation {
  public:
    explicit Evaluation(const Lookup& value_of) : value_of_(value_of) {}

    std::optional<int64_t> operator()(const Expr& e) {
        if (const auto found = known_.find(e.id()); found != known_.end()) return found->second;
        const std::optional<int64_t> value = compute(e);
        known_.emplace(e.id(), value);
        return value;
    }

  private:
    std::optional<int64_t> compute(const Expr& e) {
        return match(
            e, [](const Constant& n) -> std::optional<int64_t> { return n.value.as_int(); },
            [&](const Variable& n) -> std::optional<int64_t> { return value_of_(n); },
            [&](const Unary& n) -> std::optional<int64_t> {
                const auto a = (*this)(n.operand);
                if (!a) return std::nullopt;
                return n.op == UnaryOp::neg ? checked_sub(0, *a)
                                            : apply(n.op, Value::of_int(n.operand.type(), *a)).as_int();
            },
            [&](const Binary& n) -> std::optional<int64_t> {
                const auto a = (*this)(n.lhs), b = (*this)(n.rhs);
                return a && b ? evaluate_binary(n.op, *a, *b) : std::nullopt;
            },
            [&](const Sum& n) -> std::optional<int64_t> {
                std::optional<int64_t> total = 0;
                for (const Expr& term : n.terms) {
                    const auto value = (*this)(term);
                    total = total && value ? checked_add(*total, *value) : std::nullopt;
                }
                return total;
            },
            [&](const Select& n) -> std::optional<int64_t> {
                const auto c = (*this)(n.condition);
                return !c ? std::nullopt : *c ? (*this)(n.if_true) : (*this)(n.if_false);
            },
            [&](const Cast& n) -> std::optional<int64_t> {
                const auto a = (*this)(n.operand);
                if (!a) return std::nullopt;
                return convert(Value::of_int(n.operand.type(), *a), e.type()).as_int();
            },
            [](const Access&) -> std::optional<int64_t> { return std::nullopt; },
            [](const Reduce&) -> std::optional<int64_t> { return std::nullopt; },
            [](const Load&) -> std::optional<int64_t> { return std::nullopt; },
            [](const Lanes&) -> std::optional<int64_t> { return std::nullopt; },
            [](const Invalid&) -> std::optional<int64_t> { return std::nullopt; });
    }

    const Lookup& value_of_;
    std::unordered_map<const Node*, std::optional<int64_t>> known_;
};

}  // namespace

Expr least(const std::vector<Expr>& bounds) { return extreme(bounds, BinaryOp::min); }
Expr greatest(const std::vector<Expr>& bounds) { return extreme(bounds, BinaryOp::max); }

std::optional<int64_t> evaluate_bound(const Expr& e, const Lookup& value_of) {
    return Evaluation(value_of)(e);
}

}  // namespace pantile::analysis
