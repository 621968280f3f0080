#include "ir/build.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/checked.h"
#include "ir/scalar.h"
#include "ir/traverse.h"

namespace pantile::ir {
namespace {

// A sum grows to this many terms before it nests: appending copies the terms.
constexpr size_t kLongestSum = 1000;

bool is_literal(const Expr& e) {
    const Constant* c = as<Constant>(e);
    return c && c->is_literal;
}

std::string type_text(const Expr& e) { return fmt::format("'{}'", name_of(e.type())); }

ScalarType integer_of(int bits, bool is_signed) { return is_signed ? Int(bits) : UInt(bits); }

// The literal's value in 'type', or nothing when it does not fit.
std::optional<Value> literal_in(const Constant& c, ScalarType type) {
    const bool is_real = is_float(c.value.type());
    if (is_float(type)) return is_real ? Value::of_float(type, c.exact) : convert(c.value, type);
    if (is_real || is_bool(type)) return std::nullopt;
    const Value narrow = convert(c.value, type);
    const bool fits =
        c.value.type() == ScalarType::u64
            ? narrow.as_uint() == c.value.as_uint() && narrow.type() == ScalarType::u64
            : narrow.as_int() == c.value.as_int() && (c.value.as_int() >= 0 || is_signed_integer(type));
    return fits ? std::optional<Value>(narrow) : std::nullopt;
}

// What to know about a type that a literal does not fit in.
std::string why_not_in(ScalarType type, const Expr& literal) {
    if (is_bool(type)) return "a 'bool' is 'true', 'false' or a comparison: '… != 0'.";
    if (is_float(literal.type()))
        return fmt::format("write a whole number, or convert: '{}(…)'.", name_of(type));
    return fmt::format("'{}' holds {} to {}.", name_of(type), to_text(lowest_value(type)),
                       to_text(highest_value(type)));
}

struct Pair {
    Expr a;
    Expr b;
};

// Makes both operands the same type; a failure is an Invalid node in 'a'.
Pair matched(const Expr& a, const Expr& b, SourceSpan span) {
    if (is_literal(a) && is_literal(b)) {
        const bool real = is_float(a.type()) || is_float(b.type());
        const ScalarType type = !real ? a.type() : is_float(a.type()) ? a.type() : b.type();
        if (!real && a.type() != b.type())
            return {settle_as(a, ScalarType::u64), settle_as(b, ScalarType::u64)};
        return {settle_as(a, type), settle_as(b, type)};
    }
    if (is_literal(a) && !(is_float(a.type()) && is_integer(b.type()))) return {settle_as(a, b.type()), b};
    if (is_literal(b) && !(is_float(b.type()) && is_integer(a.type()))) return {a, settle_as(b, a.type())};
    const std::optional<ScalarType> type = meeting_type(a.type(), b.type());
    if (!type) {
        return {invalid(fmt::format("{} and {} do not mix.", type_text(a), type_text(b)), span,
                        {"convert one of them, for example 'i32(…)', or compare: '… != 0'."}),
                b};
    }
    return {cast(*type, a, a.span()), cast(*type, b, b.span())};
}

// Two literals stay a literal, in full precision.
std::optional<Expr> fold_literals(BinaryOp op, const Expr& a, const Expr& b, SourceSpan span) {
    if (!is_literal(a) || !is_literal(b) || is_comparison(op)) return std::nullopt;
    if (!is_float(a.type()) && !is_float(b.type())) return std::nullopt;
    const auto exact = [](const Expr& e) {
        const Constant& c = *as<Constant>(e);
        return Value::of_f64(is_float(e.type()) ? c.exact : convert(c.value, ScalarType::f64).as_f64());
    };
    const ScalarType alone = is_float(a.type()) ? a.type() : b.type();
    if (!contains(facts(op).domain, alone)) return std::nullopt;
    return literal(apply(op, exact(a), exact(b)).as_f64(), alone, span);
}

std::optional<Expr> first_invalid(std::initializer_list<const Expr*> operands) {
    for (const Expr* e : operands) {
        if (is_invalid(*e)) return *e;
    }
    return std::nullopt;
}

Expr wrong_operand(std::string_view op, Domain domain, const Expr& operand, SourceSpan span) {
    std::vector<std::string> hints;
    if (domain == Domain::floating && is_integer(operand.type())) hints.push_back("convert it: 'f32(…)'.");
    if (domain == Domain::boolean) hints.push_back("compare: '… != 0'.");
    if (domain == Domain::integer && is_float(operand.type())) hints.push_back("convert it: 'i32(…)'.");
    return invalid(fmt::format("'{}' takes {}, not {}.", op, describe(domain), type_text(operand)), span,
                   std::move(hints));
}

// A folded result of literals is a literal again, so that '-1' or '2*3' still takes any type.
Expr folded(const Value& value, bool literals, SourceSpan span) {
    if (!literals || is_bool(value.type())) return constant(value, span);
    return make_node(Constant{value, true, is_float(value.type()) ? value.as_real() : 0.0}, value.type(),
                     span);
}

// The smallest literal type that holds the integer; arithmetic on literals wraps at 64 bits only.
Expr integer_literal(const Value& value, SourceSpan span) {
    const int64_t v = value.as_int();
    const bool small = v >= std::numeric_limits<int32_t>::min() && v <= std::numeric_limits<int32_t>::max();
    const ScalarType type = small                             ? ScalarType::i32
                            : value.type() == ScalarType::u64 ? ScalarType::u64
                                                              : ScalarType::i64;
    return make_node(Constant{convert(value, type), true, 0}, type, span);
}

std::optional<int64_t> checked_fold(BinaryOp op, int64_t a, int64_t b) {
    switch (op) {
        case BinaryOp::sub: return checked_sub(a, b);
        case BinaryOp::mul: return checked_mul(a, b);
        case BinaryOp::div:
        case BinaryOp::mod:
        case BinaryOp::quo:
        case BinaryOp::rem: return b == 0 ? std::nullopt : std::optional<int64_t>(0);
        default: return 0;
    }
}

// Numbers as written have no type that could wrap: what does not fit is a mistake.
Expr fold_integers(BinaryOp op, const Expr& a, const Expr& b, SourceSpan span) {
    const bool is_signed = a.type() != ScalarType::u64 && b.type() != ScalarType::u64;
    if (is_signed && !checked_fold(op, as<Constant>(a)->value.as_int(), as<Constant>(b)->value.as_int())) {
        const bool by_zero = op != BinaryOp::sub && op != BinaryOp::mul;
        return invalid(by_zero ? "this divides a number by zero." : "this number does not fit in 64 bits.",
                       span);
    }
    const ScalarType wide =
        a.type() == ScalarType::u64 || b.type() == ScalarType::u64 ? ScalarType::u64 : ScalarType::i64;
    const Value result =
        apply(op, convert(as<Constant>(a)->value, wide), convert(as<Constant>(b)->value, wide));
    return is_bool(result.type()) ? constant(result, span) : integer_literal(result, span);
}

// x - 0, x * 1 and x / 1 of integers.
bool changes_nothing(BinaryOp op, const Value& right) {
    if (op == BinaryOp::sub) return right.as_uint() == 0;
    return (op == BinaryOp::mul || op == BinaryOp::div) && right.as_uint() == 1;
}

bool integer_literals(const Expr& a, const Expr& b) {
    return is_literal(a) && is_literal(b) && is_integer(a.type()) && is_integer(b.type());
}

}  // namespace

Expr literal(int64_t value, SourceSpan span) {
    return integer_literal(Value::of_int(ScalarType::i64, value), span);
}

Expr literal_unsigned(uint64_t value, SourceSpan span) {
    if (value <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
        return literal(static_cast<int64_t>(value), span);
    return make_node(Constant{Value::of_int(ScalarType::u64, static_cast<int64_t>(value)), true, 0},
                     ScalarType::u64, span);
}

Expr literal(double value, ScalarType alone, SourceSpan span) {
    return make_node(Constant{Value::of_float(alone, value), true, value}, alone, span);
}

Expr settle(const Expr& e) { return is_literal(e) ? constant(as<Constant>(e)->value, e.span()) : e; }

Expr settle_as(const Expr& e, ScalarType type) {
    if (is_invalid(e)) return e;
    if (is_literal(e)) {
        const std::optional<Value> value = literal_in(*as<Constant>(e), type);
        if (value) return constant(*value, e.span());
        return invalid(fmt::format("the number {} is not representable as '{}'.",
                                   to_text(as<Constant>(e)->value), name_of(type)),
                       e.span(), {why_not_in(type, e)});
    }
    if (e.type() == type) return e;
    return invalid(fmt::format("this is {}, where '{}' is needed.", type_text(e), name_of(type)), e.span(),
                   {fmt::format("convert it: '{}(…)'.", name_of(type))});
}

std::optional<ScalarType> meeting_type(ScalarType a, ScalarType b) {
    if (a == b) return a;
    if (is_bool(a) || is_bool(b)) return std::nullopt;
    if (is_float(a) && is_float(b)) return ScalarType::f64;
    if (is_float(a)) return a;
    if (is_float(b)) return b;
    return integer_of(std::max(size_in_bits(a), size_in_bits(b)),
                      is_signed_integer(a) || is_signed_integer(b));
}

Expr unary(UnaryOp op, const Expr& a, SourceSpan span) {
    if (is_invalid(a)) return a;
    const UnaryFacts& info = facts(op);
    if (is_literal(a) && is_integer(a.type()) && info.domain == Domain::floating) {
        return unary(op,
                     literal(static_cast<double>(as<Constant>(a)->value.as_int()), ScalarType::f32, a.span()),
                     span);
    }
    if (!contains(info.domain, a.type())) return wrong_operand(info.spelling, info.domain, a, span);
    if (is_literal(a) && is_float(a.type()) && op != UnaryOp::is_nan) {
        return literal(apply(op, Value::of_f64(as<Constant>(a)->exact)).as_f64(), a.type(), span);
    }
    if (is_literal(a) && is_integer(a.type())) {
        return integer_literal(apply(op, convert(as<Constant>(a)->value, ScalarType::i64)), span);
    }
    if (const Constant* c = as<Constant>(a)) return folded(apply(op, c->value), false, span);
    return make_node(Unary{op, a}, result_type(op, a.type()), span);
}

Expr binary(BinaryOp op, const Expr& a, const Expr& b, SourceSpan span) {
    if (const auto bad = first_invalid({&a, &b})) return *bad;
    if (integer_literals(a, b) && facts(op).domain == Domain::floating) {
        const auto real = [](const Expr& e) {
            return literal(convert(as<Constant>(e)->value, ScalarType::f64).as_f64(), ScalarType::f32,
                           e.span());
        };
        return binary(op, real(a), real(b), span);
    }
    if (integer_literals(a, b) && contains(facts(op).domain, ScalarType::i64))
        return fold_integers(op, a, b, span);
    if (const auto literals = fold_literals(op, a, b, span)) return *literals;
    const auto [lhs, rhs] = matched(a, b, span);
    if (const auto bad = first_invalid({&lhs, &rhs})) return *bad;
    const BinaryFacts& info = facts(op);
    if (!contains(info.domain, lhs.type())) return wrong_operand(info.spelling, info.domain, lhs, span);
    const Constant* x = as<Constant>(lhs);
    const Constant* y = as<Constant>(rhs);
    if (x && y) return constant(apply(op, x->value, y->value), span);
    if (y && is_integer(lhs.type()) && changes_nothing(op, y->value)) return lhs;
    return make_node(Binary{op, lhs, rhs}, result_type(op, lhs.type()), span);
}

Expr add(const Expr& a, const Expr& b, SourceSpan span) {
    if (const auto bad = first_invalid({&a, &b})) return *bad;
    if (is_literal(a) && is_literal(b)) return binary(BinaryOp::sub, a, unary(UnaryOp::neg, b), span);
    const auto [lhs, rhs] = matched(a, b, span);
    if (const auto bad = first_invalid({&lhs, &rhs})) return *bad;
    if (is_bool(lhs.type())) return wrong_operand("+", Domain::number, lhs, span);
    const Constant* x = as<Constant>(lhs);
    const Constant* y = as<Constant>(rhs);
    if (x && y) return constant(add(x->value, y->value), span);
    // Loops that build a stencil write 'x + 0'. Float zeros stay: -0.0 + 0.0 is not -0.0.
    if (y && is_integer(lhs.type()) && y->value.as_uint() == 0) return lhs;
    if (x && is_integer(lhs.type()) && x->value.as_uint() == 0) return rhs;
    const Sum* sum = as<Sum>(lhs);
    if (!sum || sum->terms.size() >= kLongestSum) return make_node(Sum{{lhs, rhs}}, lhs.type(), span);
    Exprs terms = sum->terms;
    terms.push_back(rhs);
    return make_node(Sum{std::move(terms)}, lhs.type(), span);
}

Expr add_all(const Exprs& terms, SourceSpan span) {
    Expr so_far = terms[0];
    Exprs run;  // terms of the type of 'so_far' that continue it
    const auto flush = [&] {
        if (run.empty()) return;
        Exprs all = as<Sum>(so_far) ? as<Sum>(so_far)->terms : Exprs{so_far};
        all.insert(all.end(), run.begin(), run.end());
        so_far = make_node(Sum{std::move(all)}, so_far.type(), span);
        run.clear();
    };
    const auto length = [&] { return (as<Sum>(so_far) ? as<Sum>(so_far)->terms.size() : 1) + run.size(); };
    for (size_t i = 1; i < terms.size(); ++i) {
        const bool plain = !as<Constant>(so_far) && !is_invalid(so_far) && !as<Constant>(terms[i]) &&
                           !is_bool(so_far.type()) && !is_invalid(terms[i]) &&
                           terms[i].type() == so_far.type() && length() < kLongestSum;
        if (plain) {
            run.push_back(terms[i]);
            continue;
        }
        flush();
        so_far = add(so_far, terms[i], span);
    }
    flush();
    return so_far;
}

Expr select(const Expr& condition, const Expr& if_true, const Expr& if_false, SourceSpan span) {
    if (const auto bad = first_invalid({&condition, &if_true, &if_false})) return *bad;
    if (!is_bool(condition.type())) return wrong_operand("select", Domain::boolean, condition, span);
    const auto [a, b] = matched(if_true, if_false, span);
    if (const auto bad = first_invalid({&a, &b})) return *bad;
    if (const Constant* c = as<Constant>(condition)) return c->value.as_bool() ? a : b;
    return make_node(Select{condition, a, b}, a.type(), span);
}

Expr cast(ScalarType type, const Expr& e, SourceSpan span) {
    if (is_invalid(e)) return e;
    if (const Constant* c = as<Constant>(e)) {
        const bool real_to_float = c->is_literal && is_float(e.type()) && is_float(type);
        return constant(real_to_float ? Value::of_float(type, c->exact) : convert(c->value, type), span);
    }
    return e.type() == type ? e : make_node(Cast{e}, type, span);
}

Expr clamp(const Expr& e, const Expr& lowest, const Expr& highest, SourceSpan span) {
    return binary(BinaryOp::min, binary(BinaryOp::max, e, lowest, span), highest, span);
}

Expr lerp(const Expr& a, const Expr& b, const Expr& weight, SourceSpan span) {
    const Expr rest = binary(BinaryOp::sub, literal(int64_t{1}, span), weight, span);
    return add(binary(BinaryOp::mul, a, rest, span), binary(BinaryOp::mul, b, weight, span), span);
}

Expr reduce(ReduceOp op, ReductionDomain domain, const Expr& body, SourceSpan span) {
    if (is_invalid(body)) return body;
    for (const ReductionVariable& v : domain.variables) {
        if (const auto bad = first_invalid({&v.min, &v.max})) return *bad;
    }
    if (domain.where && is_invalid(*domain.where)) return *domain.where;
    const Expr settled = settle(body);
    if (is_bool(settled.type())) return wrong_operand(spelling(op), Domain::number, settled, span);
    return make_node(Reduce{op, std::move(domain), settled}, settled.type(), span);
}

namespace {

// Adjacent constants at the head of a sum are added; later ones must wait for what is before them.
Expr fold_sum(const Sum& n, const Expr& node) {
    const Constant* a = as<Constant>(n.terms[0]);
    const Constant* b = as<Constant>(n.terms[1]);
    if (!a || !b) return node;
    Exprs terms{constant(add(a->value, b->value), node.span())};
    terms.insert(terms.end(), n.terms.begin() + 2, n.terms.end());
    if (terms.size() == 1) return terms[0];
    const Expr shorter = make_node(Sum{std::move(terms)}, node.type(), node.span());
    return fold_sum(*as<Sum>(shorter), shorter);
}

// Integer arithmetic is exact: all constants of a sum of integers meet at its end.
Expr fold_integer_sum(const Sum& n, const Expr& node) {
    Value total = Value::of_int(node.type(), 0);
    Exprs terms;
    for (const Expr& term : n.terms) {
        if (const Constant* c = as<Constant>(term))
            total = add(total, c->value);
        else
            terms.push_back(term);
    }
    if (terms.empty()) return constant(total, node.span());
    if (total.as_uint() != 0) terms.push_back(constant(total, node.span()));
    return terms.size() == 1 ? terms[0] : make_node(Sum{std::move(terms)}, node.type(), node.span());
}

}  // namespace

Expr fold_constants(const Expr& e) {
    return transform(e, [](const Expr& node) {
        if (const Unary* n = as<Unary>(node)) {
            const Constant* a = as<Constant>(n->operand);
            return a ? constant(apply(n->op, a->value), node.span()) : node;
        }
        if (const Binary* n = as<Binary>(node)) {
            const Constant* a = as<Constant>(n->lhs);
            const Constant* b = as<Constant>(n->rhs);
            return a && b ? constant(apply(n->op, a->value, b->value), node.span()) : node;
        }
        if (const Sum* n = as<Sum>(node))
            return is_integer(node.type()) ? fold_integer_sum(*n, node) : fold_sum(*n, node);
        if (const Select* n = as<Select>(node)) {
            const Constant* c = as<Constant>(n->condition);
            return !c ? node : c->value.as_bool() ? n->if_true : n->if_false;
        }
        if (const Cast* n = as<Cast>(node)) {
            const Constant* a = as<Constant>(n->operand);
            return a ? constant(convert(a->value, node.type()), node.span()) : node;
        }
        return node;
    });
}

Expr access(std::string producer, ScalarType type, Exprs args, SourceSpan span) {
    for (Expr& arg : args) {
        if (is_invalid(arg)) return arg;
        if (!is_integer(arg.type()))
            return invalid(fmt::format("an index is an integer, not {}.", type_text(arg)), arg.span(),
                           {"convert it: 'i32(…)', which rounds towards zero."});
        arg = settle(arg);
    }
    return make_node(Access{std::move(producer), std::move(args), nullptr}, type, span);
}

}  // namespace pantile::ir
