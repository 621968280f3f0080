#include "emit/c_expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/float_range.h"
#include "ir/traverse.h"

namespace pantile::emit {

using namespace ir;

namespace {

std::string float_constant(const Value& value) {
    const double v = value.as_real();
    const bool narrow = value.type() == ScalarType::f32;
    if (std::isnan(v)) return narrow ? "NAN" : "(double)NAN";
    if (std::isinf(v)) return fmt::format("{}{}INFINITY", v < 0 ? "-" : "", narrow ? "" : "(double)");
    return to_text(value) + (narrow ? "f" : "");
}

bool is_narrow(ScalarType type) { return is_integer(type) && size_in_bits(type) < 32; }

// Arithmetic on these is done in an unsigned type, where overflow is defined, and converted back.
bool wraps_through_unsigned(ScalarType type) { return is_signed_integer(type) && size_in_bits(type) >= 32; }

// C has it in 64 bits, whatever the language sees.
bool is_wide(const Variable& v) {
    return v.scope == Scope::coordinate || v.scope == Scope::reduction || v.scope == Scope::dimension;
}

bool is_small(const Expr& e) {
    const auto value = constant_int(e);
    return value && std::abs(*value) <= (1 << 20);
}

// Arithmetic of region inference, which the checks at entry keep from overflowing. A condition of the user's
// may stand in an index and compute with values that wrap: those come from parameters, memory and casts.
bool is_made_of_bounds(const Expr& e) {
    if (e.type() != ScalarType::i64) return false;
    const Exprs nodes = post_order(e);
    return std::all_of(nodes.begin(), nodes.end(), [](const Expr& n) {
        if (const Variable* v = as<Variable>(n))
            return n.type() == ScalarType::i64 && v->lanes == 1 &&
                   (is_wide(*v) || (v->scope == Scope::local && is_bound_name(v->name)));
        if (as<Constant>(n) || as<Sum>(n)) return true;
        const Binary* b = as<Binary>(n);
        if (!b) return false;
        switch (b->op) {
            case BinaryOp::sub:
            case BinaryOp::min:
            case BinaryOp::max:
            case BinaryOp::div:
            case BinaryOp::mod:
            case BinaryOp::shift_right: return true;
            case BinaryOp::mul: return is_small(b->lhs) || is_small(b->rhs);
            default: return false;
        }
    });
}

bool is_logical(BinaryOp op) { return op == BinaryOp::logical_and || op == BinaryOp::logical_or; }
bool is_bitwise(BinaryOp op) {
    return op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
}

}  // namespace

std::string c_constant(const Value& value) {
    switch (value.type()) {
        case ScalarType::boolean: return value.as_bool() ? "true" : "false";
        case ScalarType::f32:
        case ScalarType::f64: return float_constant(value);
        case ScalarType::u32: return fmt::format("{}u", value.as_uint());
        case ScalarType::u64: return fmt::format("UINT64_C({})", value.as_uint());
        case ScalarType::i64:
            if (value.as_int() == INT64_MIN) return "INT64_MIN";
            return std::llabs(value.as_int()) <= INT32_MAX ? to_text(value)
                                                           : fmt::format("INT64_C({})", value.as_int());
        case ScalarType::i32: return value.as_int() == INT32_MIN ? "INT32_MIN" : to_text(value);
        default: return to_text(value);
    }
}

std::string CExprs::operand(const Expr& e, Level at_least, Arithmetic arithmetic) {
    const Text t = write(e, arithmetic);
    return t.level < at_least ? "(" + t.text + ")" : t.text;
}

std::string CExprs::call(const std::string& name, const Exprs& args, Arithmetic arithmetic) {
    std::string out = name + "(";
    for (size_t i = 0; i < args.size(); ++i) out += (i == 0 ? "" : ", ") + write(args[i], arithmetic).text;
    return out + ")";
}

std::string CExprs::element(const std::string& buffer, const Exprs& indices) {
    std::string out = names_.accessor(buffer) + "(";
    for (size_t i = 0; i < indices.size(); ++i) {
        const std::string index = exact(indices[i]);
        out += (i == 0 ? "" : ", ") +
               (comes_from_truth(indices[i]) ? helpers_.truth() + "(" + index + ")" : index);
    }
    return out + ")";
}

void CExprs::note_local(const std::string& name, const Expr& value) {
    if (is_integer(value.type()) && comes_from_truth(value)) truths_.insert(name);
}

// A bool as a number, or a choice between two numbers, which compilers turn into one.
bool CExprs::comes_from_truth(const Expr& e) const {
    const Exprs nodes = post_order(e);
    return std::any_of(nodes.begin(), nodes.end(), [&](const Expr& n) {
        if (const Cast* c = as<Cast>(n)) return is_bool(c->operand.type()) && is_integer(n.type());
        if (const Select* s = as<Select>(n))
            return is_integer(n.type()) && as<Constant>(s->if_true) && as<Constant>(s->if_false);
        const Variable* v = as<Variable>(n);
        return v && v->scope == Scope::local && truths_.count(v->name) > 0;
    });
}

CExprs::Text CExprs::write(const Expr& e, Arithmetic arithmetic) {
    const bool wraps = arithmetic != Arithmetic::wrapping && e.type() == ScalarType::i32 && !is_index(e);
    return write_node(e, wraps ? Arithmetic::wrapping : arithmetic);
}

bool CExprs::is_index(const Expr& e) {
    if (e.type() != ScalarType::i32 || e.lanes() > 1) return false;
    if (as<Constant>(e)) return true;
    if (const Variable* v = as<Variable>(e)) return is_wide(*v);
    if (const Sum* s = as<Sum>(e))
        return ranges_.is_exact(e) && std::all_of(s->terms.begin(), s->terms.end(),
                                                  [&](const Expr& term) { return is_index(term); });
    const Binary* b = as<Binary>(e);
    if (!b || !ranges_.is_exact(e) || !is_index(b->lhs) || !is_index(b->rhs)) return false;
    switch (b->op) {
        case BinaryOp::sub:
        case BinaryOp::mul:
        case BinaryOp::min:
        case BinaryOp::max:
        case BinaryOp::div:
        case BinaryOp::mod:
        case BinaryOp::shift_right: return true;
        default: return false;
    }
}

CExprs::Text CExprs::write_node(const Expr& e, Arithmetic arithmetic) {
    const ScalarType type = e.type();
    return match(
        e,
        [&](const Constant& n) {
            const std::string text = c_constant(n.value);
            return Text{text, text[0] == '-' || text[0] == '(' ? Level::unary : Level::primary};
        },
        [&](const Variable& n) { return write_variable(n, type, arithmetic); },
        [&](const Unary& n) { return write_unary(n, type, arithmetic); },
        [&](const Binary& n) { return write_binary(n, n.lhs.type(), arithmetic); },
        [&](const Sum& n) { return write_arithmetic("+", n.terms, type, arithmetic); },
        [&](const Select& n) { return write_select(n, type, arithmetic); },
        [&](const Cast& n) { return write_cast(n, type, arithmetic); },
        [&](const Load& n) {
            const std::string text = element(n.buffer, n.indices);
            return is_bool(type) ? Text{text + " != 0", Level::comparison} : Text{text, Level::primary};
        },
        // Of a vector, the lane at hand.
        [&](const Lanes& n) {
            return Text{operand(n.base, Level::sum, arithmetic) + " + lane", Level::sum};
        },
        // The lowering leaves none of these behind.
        [](const Access& n) {
            return Text{n.producer, Level::primary};
        },
        [](const Reduce&) {
            return Text{"reduce", Level::primary};
        },
        [](const Invalid&) {
            return Text{"invalid", Level::primary};
        });
}

// Loop variables and bounds are int64_t in C; where the language sees an i32, the checks at entry make that
// exact.
CExprs::Text CExprs::write_variable(const Variable& v, ScalarType type, Arithmetic arithmetic) {
    const std::string& name = names_.variable(v);
    const auto array = v.lanes > 1 ? arrays_.find(v.name) : arrays_.end();
    if (array != arrays_.end()) return {array->second + "[lane]", Level::primary};
    if (v.lanes > 1 && is_bool(type)) return {name + "[lane] != 0", Level::comparison};
    if (v.lanes > 1) return {fmt::format("({}){}[lane]", c_type(type), name), Level::unary};
    const bool narrows = is_wide(v) && type == ScalarType::i32 && arithmetic == Arithmetic::wrapping;
    return narrows ? Text{"(int32_t)" + name, Level::unary} : Text{name, Level::primary};
}

// Small numbers of 64 bits are written as ints; a choice between two of them would be an int, and what
// follows too narrow.
CExprs::Text CExprs::write_select(const Select& n, ScalarType type, Arithmetic arithmetic) {
    const bool widens = type == ScalarType::i64 && as<Constant>(n.if_true) && as<Constant>(n.if_false);
    const Arithmetic deciding = arithmetic == Arithmetic::bound ? Arithmetic::bound : Arithmetic::wrapping;
    return {fmt::format("{} ? {}{} : {}", operand(n.condition, Level::primary, deciding),
                        widens ? "(int64_t)" : "",
                        operand(n.if_true, widens ? Level::primary : Level::sum, arithmetic),
                        operand(n.if_false, Level::sum, arithmetic)),
            Level::ternary};
}

CExprs::Text CExprs::write_unary(const Unary& n, ScalarType type, Arithmetic arithmetic) {
    const ScalarType from = n.operand.type();
    switch (n.op) {
        case UnaryOp::neg:
            if (is_float(from) || arithmetic != Arithmetic::wrapping) {
                return {"-" + operand(n.operand, Level::primary, arithmetic), Level::unary};
            }
            return write_arithmetic("-", {constant(Value::of_int(type, 0)), n.operand}, type, arithmetic);
        case UnaryOp::bit_not: {
            const std::string inner = "~" + operand(n.operand, Level::primary, arithmetic);
            return is_narrow(type) ? Text{fmt::format("({})({})", c_type(type), inner), Level::unary}
                                   : Text{inner, Level::unary};
        }
        // Compilers ask for parentheses around it next to another operator.
        case UnaryOp::logical_not:
            return {"!" + operand(n.operand, Level::primary, arithmetic), Level::logical};
        case UnaryOp::is_nan:
            return {"isnan(" + write(n.operand, arithmetic).text + ") != 0", Level::comparison};
        case UnaryOp::abs:
            if (is_unsigned_integer(from)) return write(n.operand, arithmetic);
            return {call(helpers_.unary(n.op, from), {n.operand}, arithmetic), Level::primary};
        default: return {call(helpers_.unary(n.op, from), {n.operand}, arithmetic), Level::primary};
    }
}

// +, - and * of any type. Exact and float arithmetic is C's own; wrapping signed arithmetic goes through
// unsigned.
CExprs::Text CExprs::write_arithmetic(std::string_view op, const Exprs& operands, ScalarType type,
                                      Arithmetic arithmetic) {
    const bool plain = is_float(type) || arithmetic != Arithmetic::wrapping || type == ScalarType::u32 ||
                       type == ScalarType::u64;
    if (plain) return write_plain(op, operands, arithmetic);
    // Narrow types are computed in 32 bits: their products would overflow int.
    const int bits = wraps_through_unsigned(type) ? size_in_bits(type) : 32;
    std::string text;
    for (size_t i = 0; i < operands.size(); ++i) {
        if (i > 0) text += fmt::format(" {} ", op);
        text += fmt::format("(uint{}_t){}", bits, operand(operands[i], Level::primary, arithmetic));
    }
    return {fmt::format("({})({})", c_type(type), text), Level::unary};
}

// Adding a negative number reads better as subtracting a positive one, and is the same to the last bit.
CExprs::Text CExprs::write_plain(std::string_view op, const Exprs& operands, Arithmetic arithmetic) {
    const Level level = op == "*" ? Level::product : Level::sum;
    const Level tighter = op == "*" ? Level::unary : Level::product;
    std::string text = operand(operands[0], level, arithmetic);
    for (size_t i = 1; i < operands.size(); ++i) {
        const std::string next = operand(operands[i], tighter, arithmetic);
        const bool negative = op == "+" && as<Constant>(operands[i]) && next[0] == '-';
        text += negative ? " - " + next.substr(1) : fmt::format(" {} {}", op, next);
    }
    return {text, level};
}

CExprs::Text CExprs::write_shift(const Binary& n, ScalarType type, Arithmetic arithmetic) {
    const auto amount = constant_int(n.rhs);
    const bool simple =
        n.op == BinaryOp::shift_right && amount && *amount >= 0 && *amount < size_in_bits(type);
    if (!simple) return {call(helpers_.binary(n.op, type), {n.lhs, n.rhs}, arithmetic), Level::primary};
    // A small number of 64 bits is written as an int.
    const std::string_view widened = type == ScalarType::i64 && as<Constant>(n.lhs) ? "(int64_t)" : "";
    const std::string text =
        fmt::format("{}{} >> {}", widened, operand(n.lhs, Level::unary, arithmetic), *amount);
    return is_narrow(type) ? Text{fmt::format("({})({})", c_type(type), text), Level::unary}
                           : Text{text, Level::shift};
}

CExprs::Text CExprs::write_binary(const Binary& n, ScalarType of, Arithmetic arithmetic) {
    const bool is_in_64_bits = of == ScalarType::i32 && arithmetic != Arithmetic::wrapping;
    const ScalarType type = is_in_64_bits ? ScalarType::i64 : of;
    const std::string_view spelling = facts(n.op).spelling;
    if (n.op == BinaryOp::sub || n.op == BinaryOp::mul)
        return write_arithmetic(spelling, {n.lhs, n.rhs}, type, arithmetic);
    if (n.op == BinaryOp::div && is_float(type)) {
        return {fmt::format("{} / {}", operand(n.lhs, Level::product, arithmetic),
                            operand(n.rhs, Level::unary, arithmetic)),
                Level::product};
    }
    if (n.op == BinaryOp::shift_left || n.op == BinaryOp::shift_right)
        return write_shift(n, type, arithmetic);
    if (is_comparison(n.op)) {
        const bool of_indices = is_index(n.lhs) && is_index(n.rhs);
        const bool of_bounds =
            arithmetic != Arithmetic::wrapping && is_made_of_bounds(n.lhs) && is_made_of_bounds(n.rhs);
        const Arithmetic sides = of_indices  ? Arithmetic::exact
                                 : of_bounds ? arithmetic
                                             : Arithmetic::wrapping;
        return {fmt::format("{} {} {}", operand(n.lhs, Level::shift, sides), spelling,
                            operand(n.rhs, Level::shift, sides)),
                Level::comparison};
    }
    // Truth values have no side effects: '&' and '|' save branches.
    if (is_logical(n.op) || is_bitwise(n.op)) {
        const std::string_view op = n.op == BinaryOp::logical_and  ? "&"
                                    : n.op == BinaryOp::logical_or ? "|"
                                                                   : spelling;
        const std::string text = fmt::format("{} {} {}", operand(n.lhs, Level::unary, arithmetic), op,
                                             operand(n.rhs, Level::unary, arithmetic));
        return is_narrow(type) ? Text{fmt::format("({})({})", c_type(type), text), Level::unary}
                               : Text{text, Level::bits};
    }
    return {call(helpers_.binary(n.op, type), {n.lhs, n.rhs}, arithmetic), Level::primary};
}

// What is below a cast is a value, computed by the language's rules.
CExprs::Text CExprs::write_cast(const Cast& n, ScalarType type, Arithmetic arithmetic) {
    const ScalarType from = n.operand.type();
    if (is_index(n.operand) && type == ScalarType::i64 && !as<Constant>(n.operand))
        return write(n.operand, Arithmetic::exact);
    if (is_bool(type))
        return {operand(n.operand, Level::shift, Arithmetic::wrapping) + " != 0", Level::comparison};
    if (from == type) return write(n.operand, Arithmetic::wrapping);
    if (is_bool(from) && arithmetic == Arithmetic::bound)
        return {fmt::format("({}){}", c_type(type), operand(n.operand, Level::unary, arithmetic)),
                Level::unary};
    if (is_float(from) && is_integer(type) && !analysis::converts_inside(n.operand, type)) {
        return {call(helpers_.convert(from, type), {n.operand}, Arithmetic::wrapping), Level::primary};
    }
    return {fmt::format("({}){}", c_type(type), operand(n.operand, Level::unary, Arithmetic::wrapping)),
            Level::unary};
}

}  // namespace pantile::emit
