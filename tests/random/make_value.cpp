// Values of any type.
#include <set>

#include "ir/build.h"
#include "ir/scalar.h"
#include "random/maker.h"
#include "random/values.h"

namespace pantile::random {

using namespace ir;

namespace {

constexpr ScalarType kIntegers[] = {ScalarType::u8,  ScalarType::i8,  ScalarType::u16, ScalarType::i16,
                                    ScalarType::u32, ScalarType::i32, ScalarType::u64, ScalarType::i64};

}  // namespace

Expr number(ScalarType type, int64_t value) { return constant(Value::of_int(type, value)); }

ScalarType Maker::some_integer() {
    return random_.chance(30) ? ScalarType::i32 : kIntegers[random_.below(8)];
}

ScalarType Maker::some_number() {
    if (!random_.chance(35)) return some_integer();
    return random_.chance(70) ? ScalarType::f32 : ScalarType::f64;
}

ScalarType Maker::some_type() { return random_.chance(7) ? ScalarType::boolean : some_number(); }

Expr Maker::value(ScalarType type, const Place& place, int size) {
    if (random_.chance(12)) {
        if (const auto again = shared(type, place)) return *again;
    }
    const Expr e = size <= 0 ? leaf(type, place) : compound(type, place, size - 1);
    if (!as<Constant>(e) && !as<Variable>(e)) pool_.push_back(e);
    return e;
}

// A node made before, where the variables that it uses have values.
std::optional<Expr> Maker::shared(ScalarType type, const Place& place) {
    FreeReductionNames free;
    Exprs fitting;
    for (const Expr& e : pool_) {
        bool known = e.type() == type;
        if (known)
            for (const std::string& name : free(e)) {
                known &= std::find(place.reductions.begin(), place.reductions.end(), name) !=
                         place.reductions.end();
            }
        if (known) fitting.push_back(e);
    }
    return fitting.empty() ? std::nullopt : std::optional(random_.pick(fitting));
}

std::optional<Expr> Maker::parameter(ScalarType type) {
    if (pipeline_.params.empty()) return std::nullopt;
    const Param& p = random_.pick(pipeline_.params);
    return cast(type, variable(Scope::parameter, p.name, p.type));
}

Expr Maker::leaf(ScalarType type, const Place& place) {
    switch (random_.weighted({12, 10, 18, 60})) {
        case 0: return constant(random_value(random_, type));
        case 1:
            if (const auto p = parameter(type)) return *p;
            break;
        case 2: return cast(type, variable_of(place));
        default:
            if (const auto producer = some_producer(place)) return cast(type, read(*producer, place, 0));
            break;
    }
    return cast(type, variable_of(place));
}

Expr Maker::compound(ScalarType type, const Place& place, int size) {
    if (random_.chance(20)) return leaf(type, place);
    if (random_.chance(25)) return any_typed(type, place, size);
    if (is_bool(type)) return boolean(place, size);
    return is_float(type) ? floating(type, place, size) : integer(type, place, size);
}

// Forms that every type has.
Expr Maker::any_typed(ScalarType type, const Place& place, int size) {
    switch (random_.weighted({30, 30, 25, 15})) {
        case 0: {
            const Expr when = condition(place, size / 3);
            const Expr yes = value(type, place, size / 3), no = value(type, place, size / 3);
            return select(when, yes, no);
        }
        case 1: return cast(type, value(some_type(), place, size));
        case 2:
            if (const auto producer = some_producer(place)) return cast(type, read(*producer, place, size));
            return leaf(type, place);
        default: return is_bool(type) ? leaf(type, place) : reduction(type, place, size);
    }
}

// Mostly between ends in order; in the other order the upper one wins.
Expr Maker::clamped(const Expr& e) {
    const Value a = random_value(random_, e.type()), b = random_value(random_, e.type());
    if (random_.chance(15)) return clamp(e, constant(a), constant(b));
    return clamp(e, constant(apply(BinaryOp::min, a, b)), constant(apply(BinaryOp::max, a, b)));
}

Expr Maker::boolean(const Place& place, int size) {
    const auto truth = [&] { return condition(place, size / 2); };
    const auto of_truths = [&](BinaryOp op) {
        const Expr a = truth(), b = truth();
        return binary(op, a, b);
    };
    switch (random_.weighted({55, 12, 12, 8, 6, 7})) {
        case 0: {
            const ScalarType type = some_number();
            const auto op = random_.pick(
                {BinaryOp::eq, BinaryOp::ne, BinaryOp::lt, BinaryOp::le, BinaryOp::gt, BinaryOp::ge});
            return of_two(op, type, place, size);
        }
        case 1: return of_truths(BinaryOp::logical_and);
        case 2: return of_truths(BinaryOp::logical_or);
        case 3: return unary(UnaryOp::logical_not, truth());
        case 4: return of_truths(random_.pick({BinaryOp::eq, BinaryOp::ne}));
        default:
            return unary(UnaryOp::is_nan,
                         value(random_.pick({ScalarType::f32, ScalarType::f64}), place, size));
    }
}

Expr Maker::of_two(BinaryOp op, ScalarType type, const Place& place, int size) {
    const Expr a = value(type, place, size / 2), b = value(type, place, size / 2);
    return binary(op, a, b);
}

Expr Maker::sum_of(int64_t count, ScalarType type, const Place& place, int size) {
    Exprs terms;
    for (int64_t i = 0; i < count; ++i) terms.push_back(value(type, place, size));
    return add_all(terms);
}

Expr Maker::integer(ScalarType type, const Place& place, int size) {
    const auto part = [&] { return value(type, place, size / 2); };
    switch (random_.weighted({20, 12, 30, 14, 10, 7, 7})) {
        case 0: return sum_of(2, type, place, size / 2);
        case 1: return sum_of(random_.between(3, 5), type, place, size / 4);
        case 2: {
            const auto op = random_.pick({BinaryOp::sub, BinaryOp::mul, BinaryOp::div, BinaryOp::mod,
                                          BinaryOp::quo, BinaryOp::rem, BinaryOp::min, BinaryOp::max});
            return of_two(op, type, place, size);
        }
        case 3: {
            const auto op = random_.pick({BinaryOp::bit_and, BinaryOp::bit_or, BinaryOp::bit_xor,
                                          BinaryOp::shift_left, BinaryOp::shift_right});
            return of_two(op, type, place, size);
        }
        case 4: {
            const auto op = random_.pick(
                {BinaryOp::div, BinaryOp::mod, BinaryOp::mul, BinaryOp::shift_right, BinaryOp::shift_left});
            const Expr by =
                number(type, random_.chance(4) ? 0 : random_.pick({1, 2, 3, 4, 5, 7, 8, 8, 16, -1, -2, 64}));
            return binary(op, part(), by);
        }
        case 5: {
            const auto op = random_.pick({UnaryOp::neg, UnaryOp::bit_not, UnaryOp::abs});
            return unary(op, part());
        }
        default: return clamped(part());
    }
}

Expr Maker::floating(ScalarType type, const Place& place, int size) {
    const auto part = [&] { return value(type, place, size / 2); };
    switch (random_.weighted({25, 10, 30, 8, 12, 10, 5})) {
        case 0: return sum_of(2, type, place, size / 2);
        case 1: return sum_of(random_.between(3, 5), type, place, size / 4);
        case 2: {
            const auto op =
                random_.pick({BinaryOp::sub, BinaryOp::mul, BinaryOp::div, BinaryOp::min, BinaryOp::max});
            return of_two(op, type, place, size);
        }
        case 3: {
            const auto op = random_.pick({BinaryOp::pow, BinaryOp::atan2, BinaryOp::mod});
            return of_two(op, type, place, size);
        }
        case 4: {
            const auto op = random_.pick({UnaryOp::neg, UnaryOp::abs, UnaryOp::floor, UnaryOp::ceil,
                                          UnaryOp::round, UnaryOp::trunc, UnaryOp::sqrt});
            return unary(op, part());
        }
        case 5: {
            const auto op = random_.pick({UnaryOp::exp, UnaryOp::log, UnaryOp::sin, UnaryOp::cos,
                                          UnaryOp::tan, UnaryOp::asin, UnaryOp::acos, UnaryOp::atan,
                                          UnaryOp::sinh, UnaryOp::cosh, UnaryOp::tanh});
            return unary(op, part());
        }
        default: return clamped(part());
    }
}

}  // namespace pantile::random
