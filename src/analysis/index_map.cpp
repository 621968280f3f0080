#include "analysis/index_map.h"

#include <algorithm>

#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

namespace {

IndexMap fixed(Rational value) { return {"", 0, value, value, value, std::nullopt}; }

// Region inference follows such a conversion without losing anything (IndexAnalysis::from_cast).
bool keeps_value(ScalarType from, ScalarType to) {
    if (!is_integer(from) || !is_signed_integer(to)) return false;
    return size_in_bits(from) + (is_signed_integer(from) ? 0 : 1) <= size_in_bits(to);
}

std::optional<IndexMap> usable(IndexMap m) {
    const bool known =
        m.scale.is_known() && m.lowest.is_known() && m.highest.is_known() && m.reached.is_known();
    if (m.scale == Rational(0)) m.variable.clear();
    return known ? std::optional(std::move(m)) : std::nullopt;
}

std::optional<IndexMap> sum(const IndexMap& a, const IndexMap& b) {
    if (a.warp || b.warp) return std::nullopt;
    // Not 'x - x' either: region inference takes the two for independent.
    if (!a.variable.empty() && !b.variable.empty()) return std::nullopt;
    return usable({a.variable.empty() ? b.variable : a.variable, a.scale + b.scale, a.lowest + b.lowest,
                   a.highest + b.highest, a.reached + b.reached, std::nullopt});
}

std::optional<IndexMap> scaled(const IndexMap& a, int64_t factor) {
    if (a.warp) return std::nullopt;
    const Rational k(factor);
    if (factor >= 0)
        return usable({a.variable, a.scale * k, a.lowest * k, a.highest * k, a.reached * k, std::nullopt});
    return usable({a.variable, a.scale * k, a.highest * k, a.lowest * k, a.highest * k, std::nullopt});
}

// floor(n / c) lies between (n - (c - 1)) / c and n / c for whole n.
std::optional<IndexMap> divided(const IndexMap& a, int64_t by) {
    if (a.warp) return std::nullopt;
    const Rational c(by), rest(by - 1);
    return usable({a.variable, a.scale / c, (a.lowest - rest) / c, a.highest / c, (a.reached - rest) / c,
                   std::nullopt});
}

class Mapping {
  public:
    explicit Mapping(const Environment& environment) : environment_(environment) {}

    std::optional<IndexMap> operator()(const Expr& e) {
        if (const auto c = constant_int(e)) return usable(fixed(*c));
        if (const Variable* v = as<Variable>(e)) return of_variable(*v);
        if (const Cast* c = as<Cast>(e))
            return keeps_value(c->operand.type(), e.type()) ? (*this)(c->operand) : std::nullopt;
        if (const Sum* s = as<Sum>(e)) return of_sum(*s);
        if (const Binary* b = as<Binary>(e)) return of_binary(*b, e);
        if (const Unary* u = as<Unary>(e); u && u->op == UnaryOp::neg) {
            const auto a = (*this)(u->operand);
            return a ? scaled(*a, -1) : std::nullopt;
        }
        if (const Select* s = as<Select>(e)) return of_select(*s);
        return std::nullopt;
    }

  private:
    std::optional<IndexMap> of_variable(const Variable& v) {
        if (v.scope == Scope::coordinate) return IndexMap{v.name, 1, 0, 0, 0, std::nullopt};
        const auto range = v.scope == Scope::reduction ? environment_.find(v.name) : environment_.end();
        if (range == environment_.end()) return std::nullopt;
        const auto min = constant_int(range->second.min), max = constant_int(range->second.max);
        if (!min || !max || *max < *min) return std::nullopt;
        return usable({"", 0, *min, *max, *max, std::nullopt});
    }

    std::optional<IndexMap> of_sum(const Sum& s) {
        std::optional<IndexMap> total = (*this)(s.terms[0]);
        for (size_t i = 1; i < s.terms.size() && total; ++i) {
            const auto term = (*this)(s.terms[i]);
            total = term ? sum(*total, *term) : std::nullopt;
        }
        return total;
    }

    std::optional<IndexMap> of_binary(const Binary& n, const Expr& e) {
        if (n.op == BinaryOp::min || n.op == BinaryOp::max) return of_limit(n, e);
        const auto a = (*this)(n.lhs);
        if (!a) return std::nullopt;
        const auto k = constant_int(n.rhs);
        switch (n.op) {
            case BinaryOp::sub: {
                const auto b = (*this)(n.rhs);
                const auto minus = b ? scaled(*b, -1) : std::nullopt;
                return minus ? sum(*a, *minus) : std::nullopt;
            }
            case BinaryOp::mul: {
                if (k) return scaled(*a, *k);
                const auto left = constant_int(n.lhs);
                const auto b = left ? (*this)(n.rhs) : std::nullopt;
                return b ? scaled(*b, *left) : std::nullopt;
            }
            case BinaryOp::div: return k && *k > 0 ? divided(*a, *k) : std::nullopt;
            case BinaryOp::shift_right:
                return k && *k >= 0 && *k < 31 ? divided(*a, int64_t{1} << *k) : std::nullopt;
            case BinaryOp::shift_left:
                return k && *k >= 0 && *k < 31 ? scaled(*a, int64_t{1} << *k) : std::nullopt;
            case BinaryOp::mod:
                return k && *k > 0 ? usable({"", 0, 0, *k - 1, 0, std::nullopt}) : std::nullopt;
            default: return std::nullopt;
        }
    }

    // min and max against something uniform never step back, and never take larger steps.
    std::optional<IndexMap> of_limit(const Binary& n, const Expr& e) {
        const bool left = is_uniform(n.rhs);
        if (!left && !is_uniform(n.lhs)) return std::nullopt;
        const Expr& inner = left ? n.lhs : n.rhs;
        std::optional<IndexMap> map = (*this)(inner);
        if (!map || map->variable.empty()) return std::nullopt;
        const Expr before = map->warp ? *map->warp : warp_placeholder(inner.type());
        map->warp = make_node(left ? Binary{n.op, before, n.rhs} : Binary{n.op, n.lhs, before}, e.type());
        return map;
    }

    std::optional<IndexMap> of_select(const Select& n) {
        const auto a = (*this)(n.if_true), b = (*this)(n.if_false);
        if (!a || !b || a->warp || b->warp || a->variable != b->variable || !(a->scale == b->scale))
            return std::nullopt;
        return IndexMap{a->variable,
                        a->scale,
                        smaller_of(a->lowest, b->lowest),
                        larger_of(a->highest, b->highest),
                        smaller_of(a->reached, b->reached),
                        std::nullopt};
    }

    const Environment& environment_;
};

}  // namespace

bool is_uniform(const Expr& e) {
    if (constant_int(e)) return true;
    if (const Variable* v = as<Variable>(e))
        return v->scope == Scope::dimension ||
               (v->scope == Scope::parameter && is_integer(e.type()) && e.type() != ScalarType::u64);
    if (const Cast* c = as<Cast>(e))
        return keeps_value(c->operand.type(), e.type()) && is_uniform(c->operand);
    if (const Sum* s = as<Sum>(e)) return std::all_of(s->terms.begin(), s->terms.end(), is_uniform);
    const Binary* b = as<Binary>(e);
    const bool followed = b && is_integer(e.type()) &&
                          (b->op == BinaryOp::sub || b->op == BinaryOp::mul || b->op == BinaryOp::min ||
                           b->op == BinaryOp::max);
    return followed && is_uniform(b->lhs) && is_uniform(b->rhs);
}

Expr warp_placeholder(ScalarType type) { return variable(Scope::local, "index", type); }

std::optional<IndexMap> index_map(const Expr& index, const Environment& environment) {
    return Mapping(environment)(index);
}

}  // namespace pantile::analysis
