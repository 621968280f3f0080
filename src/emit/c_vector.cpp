#include "emit/c_vector.h"

#include <fmt/format.h>

#include "analysis/float_range.h"
#include "ir/uses.h"

namespace pantile::emit {

using namespace ir;

namespace {

int bits_of(ScalarType type) { return 8 * size_in_bytes(type); }

// A number as one of the lanes that hold it.
Value in_lane(const Value& v) {
    return is_float(v.type()) ? v : Value::of_int(lane_type(v.type()), v.as_int());
}

bool is_bitwise(BinaryOp op) {
    return op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
}
bool is_division(BinaryOp op) {
    return op == BinaryOp::div || op == BinaryOp::mod || op == BinaryOp::quo || op == BinaryOp::rem;
}

bool is_negative(const Value& v) {
    return is_float(v.type()) ? v.as_real() < 0 : is_signed_integer(v.type()) && v.as_int() < 0;
}

Value negated(const Value& v) {
    return is_float(v.type()) ? Value::of_float(v.type(), -v.as_real())
                              : Value::of_int(v.type(), static_cast<int64_t>(0 - v.as_uint()));
}

}  // namespace

bool CVectors::declare(const Declare& n) {
    locals_.erase(n.name);
    ranges_.declare(n);
    if (n.lanes == 1) return false;
    lanes_ = n.lanes;
    scalars_.note_local(n.name, n.value);
    const bool is_truth = is_bool(n.value.type());
    const Local local = {n.lanes, is_truth ? natural_bits(n.value) : 0};
    locals_.insert_or_assign(n.name, local);
    const std::string value = local_value(local, n.value);
    const std::string type =
        is_truth ? helpers_.type(mask_type(local.mask_bits), lanes_) : type_of(n.value.type());
    out_.code(fmt::format("{}{} {} = {};", n.changes ? "" : "const ", type, names_.named(n.name), value));
    return true;
}

bool CVectors::assign(const Assign& n) {
    const auto local = locals_.find(n.name);
    if (local == locals_.end()) return false;
    lanes_ = local->second.lanes;
    const std::string value = local_value(local->second, n.value);
    out_.code(fmt::format("{} = {};", names_.named(n.name), value));
    return true;
}

bool CVectors::store(const Store& n) {
    if (n.indices.empty() || n.indices[0].lanes() == 1) return false;
    lanes_ = n.indices[0].lanes();
    const std::string value = is_bool(n.value.type()) ? mask(n.value, 8) : this->value(n.value).text;
    Exprs at = n.indices;
    at[0] = at_lane(at[0], 0);
    const std::string store = is_streamed(loops_, n.buffer) ? helpers_.stream(n.value.type(), lanes_)
                                                            : helpers_.store(n.value.type(), lanes_);
    out_.code(fmt::format("{}(&{}, {});", store, scalars_.element(n.buffer, at), value));
    return true;
}

std::string CVectors::local_value(const Local& local, const Expr& e) {
    return is_bool(e.type()) ? mask(e, local.mask_bits) : value(e).text;
}

std::string CVectors::operand(const Expr& e, Level at_least) {
    const Text t = value(e);
    return t.level < at_least ? "(" + t.text + ")" : t.text;
}

// A number beside a vector counts for every lane, in C as in the language.
std::string CVectors::beside_vector(const Expr& e, Level at_least) {
    const auto number = constant_value(e);
    return number ? c_constant(in_lane(*number)) : operand(e, at_least);
}

CVectors::Text CVectors::call(const std::string& name, const Exprs& args) {
    std::string out = name + "(";
    for (size_t i = 0; i < args.size(); ++i) out += (i == 0 ? "" : ", ") + value(args[i]).text;
    return {out + ")", Level::primary};
}

CVectors::Text CVectors::splat(const Expr& e) {
    const ScalarType lane = lane_type(e.type());
    const auto number = constant_value(e);
    const std::string scalar = number ? c_constant(in_lane(*number)) : scalars_.value(e);
    return {fmt::format("{}({})", helpers_.splat(lane, lanes_), scalar), Level::primary};
}

CVectors::Text CVectors::value(const Expr& e) {
    if (e.lanes() == 1) return splat(e);
    const ScalarType type = e.type();
    const auto unlowered = [](const auto&) { return Text{"unlowered", Level::primary}; };
    return match(
        e, [&](const Constant&) { return splat(e); },
        [&](const Variable& n) {
            return Text{names_.variable(n), Level::primary};
        },
        [&](const Unary& n) { return unary(n); }, [&](const Binary& n) { return binary(n, type); },
        [&](const Sum& n) { return arithmetic("+", n.terms); },
        [&](const Select& n) {
            return Text{
                fmt::format("{}({}, {}, {})", helpers_.select(lane_type(type), lanes_),
                            mask(n.condition, bits_of(type)), value(n.if_true).text, value(n.if_false).text),
                Level::primary};
        },
        [&](const Cast& n) { return cast(n, type); },
        [&](const Load& n) {
            return Text{load(n, type), Level::primary};
        },
        [&](const Lanes& n) {
            return Text{
                fmt::format("{}({})", helpers_.count_from(lane_type(type), lanes_), scalars_.value(n.base)),
                Level::primary};
        },
        [&](const Access& n) { return unlowered(n); }, [&](const Reduce& n) { return unlowered(n); },
        [&](const Invalid& n) { return unlowered(n); });
}

// +, -, * and / as C has them. One of the first two operands is made a vector; the rest follows.
CVectors::Text CVectors::arithmetic(std::string_view op, const Exprs& operands) {
    const bool is_product = op == "*" || op == "/";
    const Level level = is_product ? Level::product : Level::sum;
    const Level tighter = is_product ? Level::unary : Level::product;
    std::string text =
        operands[1].lanes() > 1 ? beside_vector(operands[0], level) : operand(operands[0], level);
    for (size_t i = 1; i < operands.size(); ++i) {
        const auto number = constant_value(operands[i]);
        const bool subtracts = op == "+" && number && is_negative(*number);
        text += subtracts ? " - " + c_constant(in_lane(negated(*number)))
                          : fmt::format(" {} {}", op, beside_vector(operands[i], tighter));
    }
    return {text, level};
}

CVectors::Text CVectors::unary(const Unary& n) {
    const ScalarType type = n.operand.type();
    if (n.op == UnaryOp::neg) return {"-" + operand(n.operand, Level::primary), Level::unary};
    if (n.op == UnaryOp::bit_not) return {"~" + operand(n.operand, Level::primary), Level::unary};
    if (n.op == UnaryOp::abs && is_unsigned_integer(type)) return value(n.operand);
    return call(helpers_.unary(n.op, type, lanes_), {n.operand});
}

CVectors::Text CVectors::binary(const Binary& n, ScalarType type) {
    const bool plain =
        n.op == BinaryOp::sub || n.op == BinaryOp::mul || (n.op == BinaryOp::div && is_float(type));
    if (plain) return arithmetic(facts(n.op).spelling, {n.lhs, n.rhs});
    if (is_bitwise(n.op)) {
        return {fmt::format("{} {} {}", operand(n.lhs, Level::unary), facts(n.op).spelling,
                            beside_vector(n.rhs, Level::unary)),
                Level::bits};
    }
    const auto exponent = n.op == BinaryOp::pow ? constant_value(n.rhs) : std::nullopt;
    const auto power = exponent ? helpers_.power(*exponent, type, lanes_) : std::nullopt;
    if (power) return call(*power, {n.lhs});
    const auto divisor = is_integer(type) && is_division(n.op) ? constant_value(n.rhs) : std::nullopt;
    const bool is_simple =
        divisor && divisor->as_uint() != 0 && (is_unsigned_integer(type) || divisor->as_int() != -1);
    if (is_simple) {
        return {fmt::format("{}({}, {})", helpers_.divide_by(n.op, type, lanes_), value(n.lhs).text,
                            c_constant(*divisor)),
                Level::primary};
    }
    const bool chooses = n.op == BinaryOp::min || n.op == BinaryOp::max;
    if (chooses && is_float(type) && n.lhs.lanes() == 1) {
        return {fmt::format("{}({}, {})", helpers_.choose_beside(n.op, type, lanes_), scalars_.value(n.lhs),
                            value(n.rhs).text),
                Level::primary};
    }
    return call(helpers_.binary(n.op, type, lanes_), {n.lhs, n.rhs});
}

CVectors::Text CVectors::cast(const Cast& n, ScalarType to) {
    const ScalarType from = n.operand.type();
    if (from == to) return value(n.operand);
    if (is_bool(from)) {
        return {fmt::format("{}({})", helpers_.from_mask(to, lanes_), mask(n.operand, bits_of(to))),
                Level::primary};
    }
    const bool inside = is_float(from) && is_integer(to) && analysis::converts_inside(n.operand, to);
    return call(inside ? helpers_.convert_inside(from, to, lanes_) : helpers_.convert(from, to, lanes_),
                {n.operand});
}

// ---- truth values

std::string CVectors::mask(const Expr& e, int bits) {
    if (e.lanes() == 1) return fmt::format("{}({})", helpers_.splat_mask(bits, lanes_), scalars_.value(e));
    if (const auto combined = combined_mask(e, bits)) return *combined;
    const int from = natural_bits(e);
    const std::string text = mask_as_it_comes(e);
    return from == bits ? text : fmt::format("{}({})", helpers_.convert_mask(from, bits, lanes_), text);
}

int CVectors::natural_bits(const Expr& e) const {
    if (e.lanes() == 1) return 8;
    if (!is_bool(e.type())) return bits_of(e.type());
    if (const Binary* b = as<Binary>(e)) return natural_bits(b->lhs.lanes() > 1 ? b->lhs : b->rhs);
    if (const Unary* u = as<Unary>(e)) return natural_bits(u->operand);
    if (const Cast* c = as<Cast>(e)) return natural_bits(c->operand);
    if (const Select* s = as<Select>(e))
        return natural_bits(s->if_true.lanes() > 1 ? s->if_true : s->if_false);
    if (const Variable* v = as<Variable>(e)) return locals_.at(v->name).mask_bits;
    return 8;
}

// Masks of masks: their operands come in the width that is asked for.
std::optional<std::string> CVectors::combined_mask(const Expr& e, int bits) {
    if (const Binary* b = as<Binary>(e)) return is_bool(b->lhs.type()) ? binary_mask(*b, bits) : std::nullopt;
    if (const Unary* u = as<Unary>(e); u && u->op == UnaryOp::logical_not)
        return "~" + mask(u->operand, bits);
    if (const Cast* c = as<Cast>(e); c && is_bool(c->operand.type())) return mask(c->operand, bits);
    const Select* s = as<Select>(e);
    if (!s) return std::nullopt;
    return fmt::format("{}({}, {}, {})", helpers_.select(mask_type(bits), lanes_), mask(s->condition, bits),
                       mask(s->if_true, bits), mask(s->if_false, bits));
}

std::optional<std::string> CVectors::binary_mask(const Binary& n, int bits) {
    const std::string a = mask(n.lhs, bits), b = mask(n.rhs, bits);
    switch (n.op) {
        case BinaryOp::logical_and: return fmt::format("({} & {})", a, b);
        case BinaryOp::logical_or: return fmt::format("({} | {})", a, b);
        case BinaryOp::eq: return fmt::format("~({} ^ {})", a, b);
        case BinaryOp::ne: return fmt::format("({} ^ {})", a, b);
        default: return std::nullopt;  // the language compares only numbers otherwise
    }
}

std::string CVectors::mask_as_it_comes(const Expr& e) {
    if (const Binary* b = as<Binary>(e))
        return call(helpers_.compare(b->op, b->lhs.type(), lanes_), {b->lhs, b->rhs}).text;
    if (const Unary* u = as<Unary>(e)) return unary(*u).text;
    if (const Cast* c = as<Cast>(e)) {
        const ScalarType from = c->operand.type();
        return call(helpers_.compare(BinaryOp::ne, from, lanes_),
                    {c->operand, constant(Value::of_int(from, 0))})
            .text;
    }
    if (const Load* n = as<Load>(e)) return load(*n, e.type());
    return names_.variable(*as<Variable>(e));
}

}  // namespace pantile::emit
