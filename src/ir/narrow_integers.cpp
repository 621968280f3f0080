#include "ir/narrow_integers.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "ir/build.h"
#include "ir/scalar.h"
#include "ir/traverse.h"
#include "ir/unroll_reductions.h"

namespace pantile::ir {

namespace {

// The values of an integer of at most 32 bits.
struct Range {
    int64_t min;
    int64_t max;

    bool lies_in(const Range& other) const { return min >= other.min && max <= other.max; }
};

std::optional<Range> range_of(ScalarType type) {
    if (is_bool(type)) return Range{0, 1};
    if (!is_integer(type) || size_in_bits(type) > 32) return std::nullopt;
    const int bits = size_in_bits(type);
    if (is_signed_integer(type)) return Range{-(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1};
    return Range{0, (int64_t{1} << bits) - 1};
}

int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

Range hull(const Range& a, const Range& b) { return {std::min(a.min, b.min), std::max(a.max, b.max)}; }

// Nothing for factors whose product may not fit.
std::optional<Range> product(const Range& a, const Range& b) {
    constexpr int64_t kLargest = int64_t{1} << 31;
    constexpr Range kFactors{-kLargest, kLargest};
    if (!a.lies_in(kFactors) || !b.lies_in(kFactors)) return std::nullopt;
    const auto [min, max] = std::minmax({a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max});
    return Range{min, max};
}

bool is_arithmetic(BinaryOp op) {
    return op == BinaryOp::sub || op == BinaryOp::mul || op == BinaryOp::div || op == BinaryOp::min ||
           op == BinaryOp::max;
}

// Which values nodes have, by their types and by arithmetic.
class Ranges {
  public:
    // Nothing for floats and wide integers.
    std::optional<Range> operator()(const Expr& e) {
        const auto known = known_.find(e.id());
        if (known != known_.end()) return known->second;
        std::optional<Range> found = range_of(e.type());
        if (found) {
            const std::optional<Range> computed = exact(e);
            if (computed && computed->lies_in(*found)) found = computed;
        }
        keep_.push_back(e);
        known_.emplace(e.id(), found);
        return found;
    }

    // Whether the operator gives what it would give in integers without limits.
    bool is_exact(const Expr& e) {
        const std::optional<Range> type = range_of(e.type());
        const std::optional<Range> computed = type ? exact(e) : std::nullopt;
        return computed && computed->lies_in(*type);
    }

  private:
    // In integers without limits; nothing where that is not known.
    std::optional<Range> exact(const Expr& e) {
        if (const auto number = constant_int(e)) return Range{*number, *number};
        if (const Cast* c = as<Cast>(e)) return (*this)(c->operand);
        if (const Sum* sum = as<Sum>(e)) return of_sum(*sum);
        if (const Binary* b = as<Binary>(e)) return of_binary(*b);
        if (const Unary* u = as<Unary>(e)) return of_unary(*u);
        if (const Reduce* r = as<Reduce>(e)) return of_reduce(*r);
        if (const Select* s = as<Select>(e)) {
            const auto a = (*this)(s->if_true), b = (*this)(s->if_false);
            if (a && b) return hull(*a, *b);
        }
        return std::nullopt;
    }

    std::optional<Range> of_sum(const Sum& sum) {
        Range total{0, 0};
        for (const Expr& term : sum.terms) {
            const auto range = (*this)(term);
            if (!range) return std::nullopt;
            total = {total.min + range->min, total.max + range->max};
        }
        return total;
    }

    std::optional<Range> of_binary(const Binary& n) {
        if (!is_arithmetic(n.op)) return std::nullopt;
        const auto a = (*this)(n.lhs), b = (*this)(n.rhs);
        if (!a || !b) return std::nullopt;
        switch (n.op) {
            case BinaryOp::sub: return Range{a->min - b->max, a->max - b->min};
            case BinaryOp::mul: return product(*a, *b);
            case BinaryOp::min: return Range{std::min(a->min, b->min), std::min(a->max, b->max)};
            case BinaryOp::max: return Range{std::max(a->min, b->min), std::max(a->max, b->max)};
            default: break;
        }
        const auto divisor = constant_int(n.rhs);
        if (!divisor || *divisor < 1) return std::nullopt;
        return Range{floor_div(a->min, *divisor), floor_div(a->max, *divisor)};
    }

    std::optional<Range> of_unary(const Unary& n) {
        const auto a = (*this)(n.operand);
        if (!a) return std::nullopt;
        if (n.op == UnaryOp::neg) return Range{-a->max, -a->min};
        if (n.op != UnaryOp::abs) return std::nullopt;
        const int64_t largest = std::max(-a->min, a->max);
        return Range{a->min > 0 ? a->min : a->max < 0 ? -a->max : 0, largest};
    }

    std::optional<Range> of_reduce(const Reduce& r) {
        const auto points = few_points(r.domain);
        const auto body = (*this)(r.body);
        if (!points || !body || r.op == ReduceOp::product) return std::nullopt;
        if (r.op == ReduceOp::sum) return Range{*points * body->min, *points * body->max};
        return *body;
    }

    std::unordered_map<const Node*, std::optional<Range>> known_;
    Exprs keep_;  // alive, so that no other node gets the place of one of them
};

// Rewrites one expression.
class Narrower {
  public:
    Expr operator()(const Expr& e) {
        const auto known = done_.find(e.id());
        if (known != done_.end()) return known->second;
        const Expr out = rewrite(e);
        done_.emplace(e.id(), out);
        return out;
    }

  private:
    Expr rewrite(const Expr& e) {
        if (as<Access>(e)) return e;
        const Binary* b = as<Binary>(e);
        if (b && is_comparison(b->op) && is_integer(b->lhs.type())) return comparison(*b, e);
        if (is_integer(e.type()) && computes(e)) {
            if (const auto type = narrowest({e}, e.type())) return cast(e.type(), in(e, *type));
        }
        // What a domain runs over are indices.
        if (const Reduce* r = as<Reduce>(e))
            return make_node(Reduce{r->op, r->domain, (*this)(r->body)}, e.type(), e.span());
        return without_detour(map_children(e, [&](const Expr& child) { return (*this)(child); }));
    }

    // Compares in fewer bits.
    Expr comparison(const Binary& n, const Expr& e) {
        const bool any = computes(n.lhs) || computes(n.rhs);
        const auto type = any ? narrowest({n.lhs, n.rhs}, n.lhs.type()) : std::nullopt;
        if (!type) return map_children(e, [&](const Expr& child) { return (*this)(child); });
        return make_node(Binary{n.op, in(n.lhs, *type), in(n.rhs, *type)}, e.type(), e.span());
    }

    // u8(i32(v)) of a narrow v is u8(v): what the inner conversion adds is cut off, or the value again.
    Expr without_detour(const Expr& e) {
        const Cast* outer = as<Cast>(e);
        const Cast* inner = outer ? as<Cast>(outer->operand) : nullptr;
        if (!inner || !is_integer(inner->operand.type()) || !is_integer(outer->operand.type())) return e;
        return ranges_.is_exact(outer->operand) ? cast(e.type(), inner->operand) : e;
    }

    static bool computes(const Expr& e) {
        const Unary* u = as<Unary>(e);
        const Binary* b = as<Binary>(e);
        return as<Sum>(e) || as<Select>(e) || as<Reduce>(e) || (b && is_arithmetic(b->op)) ||
               (u && (u->op == UnaryOp::neg || u->op == UnaryOp::abs));
    }

    // The narrowest type below 'than' that holds all that is computed on the way. Vector units neither
    // multiply nor divide bytes.
    std::optional<ScalarType> narrowest(const Exprs& roots, ScalarType than) {
        for (const ScalarType type : {ScalarType::u8, ScalarType::i8, ScalarType::u16, ScalarType::i16,
                                      ScalarType::u32, ScalarType::i32}) {
            if (size_in_bits(type) >= size_in_bits(than)) return std::nullopt;
            const bool all =
                std::all_of(roots.begin(), roots.end(), [&](const Expr& root) { return fits(root, type); });
            if (all) return type;
        }
        return std::nullopt;
    }

    bool fits(const Expr& e, ScalarType type) {
        const auto found = fits_.find({e.id(), type});
        if (found != fits_.end()) return found->second;
        const auto range = ranges_(e);
        bool all = range && range->lies_in(*range_of(type));
        if (all && computes(e)) {
            const Binary* b = as<Binary>(e);
            const bool of_bytes = size_in_bits(type) == 8;
            all = ranges_.is_exact(e) && (is_signed_integer(type) || !as<Unary>(e)) &&
                  !(of_bytes && b && (b->op == BinaryOp::mul || b->op == BinaryOp::div));
            for_each_operand(e, [&](const Expr& operand) { all = all && fits(operand, type); });
        }
        fits_.emplace(std::pair(e.id(), type), all);
        return all;
    }

    static void for_each_operand(const Expr& e, const std::function<void(const Expr&)>& visit) {
        if (const Select* s = as<Select>(e)) {
            visit(s->if_true);
            visit(s->if_false);
        } else if (const Reduce* r = as<Reduce>(e)) {
            visit(r->body);
        } else {
            for_each_child(*e, visit);
        }
    }

    // The value in another type, which it fits.
    Expr in(const Expr& e, ScalarType type) {
        if (e.type() == type) return e;
        if (const auto number = constant_int(e)) return constant(Value::of_int(type, *number), e.span());
        const auto known = narrow_.find({e.id(), type});
        if (known != narrow_.end()) return known->second;
        const Expr out = computes(e) ? operation_in(e, type) : leaf_in(e, type);
        narrow_.emplace(std::pair(e.id(), type), out);
        return out;
    }

    Expr operation_in(const Expr& e, ScalarType type) {
        const auto make = [&](auto kind) { return make_node(std::move(kind), type, e.span()); };
        if (const Select* s = as<Select>(e))
            return make(Select{(*this)(s->condition), in(s->if_true, type), in(s->if_false, type)});
        if (const Reduce* r = as<Reduce>(e)) return make(Reduce{r->op, r->domain, in(r->body, type)});
        if (const Binary* b = as<Binary>(e)) return make(Binary{b->op, in(b->lhs, type), in(b->rhs, type)});
        if (const Unary* u = as<Unary>(e)) return make(Unary{u->op, in(u->operand, type)});
        Exprs terms;
        for (const Expr& term : as<Sum>(e)->terms) terms.push_back(in(term, type));
        return make(Sum{std::move(terms)});
    }

    Expr leaf_in(const Expr& e, ScalarType type) {
        const Cast* c = as<Cast>(e);
        if (!c || is_float(c->operand.type()) || !ranges_.is_exact(e)) return cast(type, (*this)(e));
        const bool goes_on = is_integer(c->operand.type()) && fits(c->operand, type);
        return goes_on ? in(c->operand, type) : cast(type, (*this)(c->operand));
    }

    struct PlaceHash {
        size_t operator()(const std::pair<const Node*, ScalarType>& p) const {
            return std::hash<const Node*>()(p.first) * 31 + static_cast<size_t>(p.second);
        }
    };
    template <typename T>
    using ByPlace = std::unordered_map<std::pair<const Node*, ScalarType>, T, PlaceHash>;

    Ranges ranges_;
    std::unordered_map<const Node*, Expr> done_;
    ByPlace<bool> fits_;
    ByPlace<Expr> narrow_;
};

// Of all that an expression computes with, but for indices.
int widest_bytes(const Expr& root) {
    int widest = 1;
    Exprs left = {root};
    std::unordered_set<const Node*> seen;
    while (!left.empty()) {
        const Expr e = left.back();
        left.pop_back();
        if (!seen.insert(e.id()).second || constant_value(e)) continue;
        if (!is_bool(e.type())) widest = std::max(widest, size_in_bytes(e.type()));
        if (as<Access>(e)) continue;
        if (const Reduce* r = as<Reduce>(e)) {
            left.push_back(r->body);
        } else {
            for_each_child(*e, [&](const Expr& child) { left.push_back(child); });
        }
    }
    return widest;
}

int widest_bytes(const Exprs& parts) {
    int widest = 1;
    for (const Expr& part : parts) widest = std::max(widest, widest_bytes(part));
    return widest;
}

// The parts of one definition: all of them or none.
void narrow(const std::vector<Expr*>& parts) {
    Narrower narrower;
    Exprs before, after;
    for (const Expr* part : parts) {
        before.push_back(*part);
        after.push_back(narrower(*part));
    }
    // More conversions may nest deeper than expressions can.
    const bool too_deep = std::any_of(after.begin(), after.end(), [](const Expr& e) {
        const Exprs nodes = post_order(e);
        return std::any_of(nodes.begin(), nodes.end(), is_invalid);
    });
    if (too_deep || widest_bytes(after) >= widest_bytes(before)) return;
    for (size_t i = 0; i < parts.size(); ++i) *parts[i] = after[i];
}

}  // namespace

Pipeline narrow_integers(const Pipeline& pipeline) {
    Pipeline out = pipeline;
    for (Stage& stage : out.stages) {
        std::vector<Expr*> parts;
        for (Case& c : stage.cases) {
            if (c.condition) parts.push_back(&*c.condition);
            parts.push_back(&c.value);
        }
        narrow(parts);
        for (Update& u : stage.updates) narrow({&u.value});
    }
    return out;
}

}  // namespace pantile::ir
