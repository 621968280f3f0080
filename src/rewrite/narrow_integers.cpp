#include "rewrite/narrow_integers.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "analysis/integer_range.h"
#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::rewrite {

using namespace analysis;

using namespace ir;

namespace {

bool is_arithmetic(BinaryOp op) {
    return op == BinaryOp::sub || op == BinaryOp::mul || op == BinaryOp::div || op == BinaryOp::min ||
           op == BinaryOp::max;
}

// min(a + b, most) and max(a - b, 0): sums and differences that end where their type does. What lies beyond
// the type never shows, so operands and result decide about the bits, and not the sum itself.
struct Saturating {
    Expr inner;  // the sum or the difference
    Expr a, b;
    Expr limit;
    bool is_sum;
};

std::optional<Saturating> as_saturating(const Expr& e) {
    const Binary* outer = as<Binary>(e);
    if (!outer || (outer->op != BinaryOp::min && outer->op != BinaryOp::max)) return std::nullopt;
    const bool is_sum = outer->op == BinaryOp::min;
    for (const auto& [inner, limit] :
         {std::pair(outer->lhs, outer->rhs), std::pair(outer->rhs, outer->lhs)}) {
        const Sum* sum = as<Sum>(inner);
        const Binary* difference = as<Binary>(inner);
        const auto number = constant_int(limit);
        if (!number) continue;
        if (is_sum && sum && sum->terms.size() == 2)
            return Saturating{inner, sum->terms[0], sum->terms[1], limit, true};
        if (!is_sum && difference && difference->op == BinaryOp::sub && *number == 0)
            return Saturating{inner, difference->lhs, difference->rhs, limit, false};
    }
    return std::nullopt;
}

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
        bool all = range && analysis::fits(*range, type);
        if (all && computes(e)) {
            const Binary* b = as<Binary>(e);
            const bool of_bytes = size_in_bits(type) == 8;
            all = ranges_.is_exact(e) && (is_signed_integer(type) || !as<Unary>(e)) &&
                  !(of_bytes && b && (b->op == BinaryOp::mul || b->op == BinaryOp::div));
            all = all && (fits_normally(e, type) || saturates(e, type));
        }
        fits_.emplace(std::pair(e.id(), type), all);
        return all;
    }

    // Whether it is a sum or a difference of values of this unsigned type that ends where the type does.
    bool saturates(const Expr& e, ScalarType type) {
        const auto found = as_saturating(e);
        return found && !is_signed_integer(type) && size_in_bits(type) <= 16 &&
               ranges_.is_exact(found->inner) && fits(found->a, type) && fits(found->b, type) &&
               fits(found->limit, type);
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
        if (!fits_normally(e, type)) return saturating_in(e, type);
        if (const Binary* b = as<Binary>(e)) return make(Binary{b->op, in(b->lhs, type), in(b->rhs, type)});
        if (const Unary* u = as<Unary>(e)) return make(Unary{u->op, in(u->operand, type)});
        Exprs terms;
        for (const Expr& term : as<Sum>(e)->terms) terms.push_back(in(term, type));
        return make(Sum{std::move(terms)});
    }

    bool fits_normally(const Expr& e, ScalarType type) {
        bool all = true;
        for_each_operand(e, [&](const Expr& operand) { all = all && fits(operand, type); });
        return all;
    }

    // Compilers know these forms, and machines have instructions for them.
    Expr saturating_in(const Expr& e, ScalarType type) {
        const Saturating n = *as_saturating(e);
        const auto make = [&](auto kind, ScalarType t) { return make_node(std::move(kind), t, e.span()); };
        const Expr a = in(n.a, type), b = in(n.b, type);
        if (!n.is_sum) {
            const Expr rest = make(Binary{BinaryOp::sub, a, b}, type);
            return make(Select{make(Binary{BinaryOp::gt, a, b}, ScalarType::boolean), rest,
                               constant(Value::of_int(type, 0))},
                        type);
        }
        const Expr wrapped = make(Sum{{a, b}}, type), most = constant(highest_value(type));
        const Expr sum =
            make(Select{make(Binary{BinaryOp::lt, wrapped, a}, ScalarType::boolean), most, wrapped}, type);
        const Expr limit = in(n.limit, type);
        return same(limit, most) ? sum : make(Binary{BinaryOp::min, sum, limit}, type);
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

    IntegerRanges ranges_;
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

}  // namespace pantile::rewrite
