#include "passes/convert_inside.h"

#include <optional>

#include "ir/traverse.h"

namespace pantile::passes {

using namespace ir;

namespace {

// An operand and the number that bounds it, in any order.
struct Bounded {
    Expr value;
    int64_t number;
};

std::optional<Bounded> bounded(const Expr& e, BinaryOp op) {
    const Binary* b = as<Binary>(e);
    if (!b || b->op != op || !is_integer(e.type())) return std::nullopt;
    if (const auto right = constant_int(b->rhs)) return Bounded{b->lhs, *right};
    if (const auto left = constant_int(b->lhs)) return Bounded{b->rhs, *left};
    return std::nullopt;
}

struct Clamp {
    Expr value;
    int64_t lowest, highest;
};

std::optional<Clamp> integer_clamp(const Expr& e) {
    for (const bool max_is_inside : {true, false}) {
        const auto outer = bounded(e, max_is_inside ? BinaryOp::min : BinaryOp::max);
        if (!outer) continue;
        const auto inner = bounded(outer->value, max_is_inside ? BinaryOp::max : BinaryOp::min);
        if (!inner) continue;
        return max_is_inside ? Clamp{inner->value, inner->number, outer->number}
                             : Clamp{inner->value, outer->number, inner->number};
    }
    return std::nullopt;
}

// Whether an integer type and a float type both have all numbers from 0 to 'highest'.
bool have_all_up_to(int64_t highest, ScalarType integer, ScalarType real) {
    const int exact_bits = real == ScalarType::f32 ? 24 : 53;
    const int value_bits = size_in_bits(integer) - (is_signed_integer(integer) ? 1 : 0);
    const int bits = std::min(exact_bits, value_bits);
    return highest < (int64_t{1} << bits);
}

Expr float_clamp(const Expr& v, int64_t lowest, int64_t highest) {
    const auto number = [&](int64_t k) {
        return constant(Value::of_float(v.type(), static_cast<double>(k)));
    };
    const Expr above = make_node(Binary{BinaryOp::max, number(lowest), v}, v.type());
    return make_node(Binary{BinaryOp::min, above, number(highest)}, v.type());
}

// The converted float below casts that only widen, and the same casts around another.
struct Converted {
    Expr value;
    ScalarType narrowest;
};

std::optional<Converted> converted_float(const Expr& e) {
    const Cast* c = as<Cast>(e);
    if (!c) return std::nullopt;
    const ScalarType from = c->operand.type(), to = e.type();
    if (is_float(from)) return is_integer(to) ? std::optional(Converted{c->operand, to}) : std::nullopt;
    const bool widens = is_integer(from) && is_integer(to) && size_in_bits(from) < size_in_bits(to) &&
                        (is_signed_integer(to) || is_unsigned_integer(from));
    return widens ? converted_float(c->operand) : std::nullopt;
}

Expr with_clamp_inside(const Expr& e) {
    const auto clamp = integer_clamp(e);
    const auto converted = clamp ? converted_float(clamp->value) : std::nullopt;
    if (!converted || clamp->lowest < 0 || clamp->highest < clamp->lowest ||
        !have_all_up_to(clamp->highest, converted->narrowest, converted->value.type()))
        return e;
    const Expr inside = float_clamp(converted->value, clamp->lowest, clamp->highest);
    const Expr value = make_node(Cast{inside}, converted->narrowest, e.span());
    return value.type() == e.type() ? value : make_node(Cast{value}, e.type(), e.span());
}

bool is_zero(const Expr& e) {
    const auto v = constant_value(e);
    return v && is_float(v->type()) && v->as_real() == 0;
}

bool is_not_negative(const Expr& e) {
    const auto v = constant_value(e);
    return v && v->as_real() >= 0;
}

bool keeps_zero(UnaryOp op) {
    return op == UnaryOp::floor || op == UnaryOp::ceil || op == UnaryOp::round || op == UnaryOp::trunc;
}

// A float that is 0 where 'e' is NaN and the same as 'e' otherwise; nothing when no clamp offers that.
std::optional<Expr> zero_for_nan(const Expr& e) {
    if (const Unary* u = as<Unary>(e); u && keeps_zero(u->op)) {
        const auto inner = zero_for_nan(u->operand);
        return inner ? std::optional(make_node(Unary{u->op, *inner}, e.type(), e.span())) : std::nullopt;
    }
    const Binary* b = as<Binary>(e);
    if (!b) return std::nullopt;
    if (b->op == BinaryOp::max && is_zero(b->rhs))
        return make_node(Binary{b->op, b->rhs, b->lhs}, e.type(), e.span());
    const bool passes = (b->op == BinaryOp::min && is_not_negative(b->rhs)) ||
                        (b->op == BinaryOp::mul && is_not_negative(b->rhs));
    const auto inner = passes ? zero_for_nan(b->lhs) : std::nullopt;
    return inner ? std::optional(make_node(Binary{b->op, *inner, b->rhs}, e.type(), e.span())) : std::nullopt;
}

Expr rewrite(const Expr& e) {
    const Cast* c = as<Cast>(e);
    if (!c) return with_clamp_inside(e);
    if (!is_float(c->operand.type()) || !is_integer(e.type())) return e;
    const auto operand = zero_for_nan(c->operand);
    return operand ? make_node(Cast{*operand}, e.type(), e.span()) : e;
}

}  // namespace

Expr convert_inside(const Expr& e) { return transform(e, rewrite); }

Loops convert_inside(const Loops& loops) {
    Loops out = loops;
    out.program = map_bodies(loops.program, [&](const StatementPtr& body) {
        return map_exprs(body, [](const Expr& e) { return convert_inside(e); });
    });
    return out;
}

}  // namespace pantile::passes
