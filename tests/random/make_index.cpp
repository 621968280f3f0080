// Indices: near the coordinates, up- and down-sampled, mirrored, or decided by data within known bounds.
#include "analysis/value_ranges.h"
#include "ir/build.h"
#include "random/maker.h"
#include "random/values.h"

namespace pantile::random {

using namespace ir;

namespace {

Expr plus(const Expr& e, int64_t k) { return k == 0 ? e : add(e, number(e.type(), k)); }
Expr times(const Expr& e, int64_t k) { return binary(BinaryOp::mul, e, number(e.type(), k)); }
Expr over(const Expr& e, int64_t k) { return binary(BinaryOp::div, e, number(e.type(), k)); }

bool is_limited_index(const Param& p) {
    return p.type == ScalarType::i32 && p.lowest && p.highest && p.highest->as_int() <= 8;
}

}  // namespace

// A coordinate or a reduction variable; a small number where there is none.
Expr Maker::variable_of(const Place& place) {
    const bool reduces = !place.reductions.empty() && (place.coordinates.empty() || random_.chance(60));
    if (reduces) return variable(Scope::reduction, random_.pick(place.reductions));
    if (place.coordinates.empty()) return number(ScalarType::i32, random_.between(-3, 3));
    return variable(Scope::coordinate, random_.pick(place.coordinates));
}

std::optional<Expr> Maker::limited_parameter() {
    for (const Param& p : pipeline_.params) {
        if (is_limited_index(p) && random_.chance(60)) return variable(Scope::parameter, p.name, p.type);
    }
    return std::nullopt;
}

Expr Maker::affine_index(const Place& place) {
    const Expr v = variable_of(place);
    switch (random_.weighted({25, 35, 14, 10, 10, 6})) {
        case 0: return v;
        case 1: return plus(v, random_.between(-4, 4));
        case 2: return scaled_index(place);
        case 3: return index_of_two(place);
        case 4: return odd_index(place);
        default: return number(ScalarType::i32, random_.between(-5, 5));
    }
}

Expr Maker::scaled_index(const Place& place) {
    const Expr v = variable_of(place);
    const int64_t k = random_.pick({2, 2, 3}), c = random_.between(-3, 3);
    switch (random_.below(5)) {
        case 0: return plus(times(v, k), c);
        case 1: return over(plus(v, c), k);
        case 2: return plus(over(v, k), c);
        case 3: return plus(times(over(v, k), k), random_.between(0, 1));
        default: return add(over(v, k), binary(BinaryOp::mod, v, number(ScalarType::i32, k)));
    }
}

Expr Maker::index_of_two(const Place& place) {
    const Expr a = variable_of(place), b = variable_of(place);
    switch (random_.below(5)) {
        case 0: return add(a, b);
        case 1: return binary(BinaryOp::sub, a, b);
        case 2: return add(times(a, 2), b);
        case 3: return select(condition(place, 1), a, plus(b, 1));
        default:
            if (const auto p = limited_parameter())
                return random_.chance(70) ? add(a, *p) : binary(BinaryOp::mul, a, *p);
            return plus(add(a, b), random_.between(-2, 2));
    }
}

Expr Maker::odd_index(const Place& place) {
    const Expr v = variable_of(place);
    const int64_t c = random_.between(-3, 3);
    switch (random_.below(12)) {
        case 0: return plus(unary(UnaryOp::neg, v), c);
        case 1: return unary(UnaryOp::abs, plus(v, c));
        case 2: return binary(BinaryOp::mod, plus(v, c), number(ScalarType::i32, random_.pick({2, 3, 5, 8})));
        case 3: return binary(BinaryOp::min, v, number(ScalarType::i32, c));
        case 4: return binary(BinaryOp::max, v, number(ScalarType::i32, c));
        case 5:
            return binary(BinaryOp::shift_right, plus(v, c), number(ScalarType::i32, random_.between(0, 2)));
        case 6: return binary(BinaryOp::bit_and, v, number(ScalarType::i32, random_.pick({1, 3, 7, 5})));
        case 7: return plus(cast(ScalarType::i64, v), c);
        case 8: return over(plus(times(cast(ScalarType::i64, v), int64_t{1} << 20), c), int64_t{1} << 20);
        case 9: return binary(BinaryOp::mod, v, number(ScalarType::i32, -3));
        case 10: return plus(times(v, -1), c);
        default: return clamp(v, number(ScalarType::i32, -2), number(ScalarType::i32, 2 + c));
    }
}

Expr Maker::bounded_index(const Place& place, int size) {
    const int64_t low = random_.between(-4, 4);
    switch (random_.below(9)) {
        case 0:
        case 1: {
            const ScalarType type =
                random_.pick({ScalarType::i32, ScalarType::i32, ScalarType::i64, ScalarType::i16});
            const int64_t high = low + random_.between(0, 9);
            return clamp(value(type, place, size), number(type, low), number(type, high));
        }
        case 2: {
            const int64_t by = random_.pick({16, 32, 60});
            return over(value(ScalarType::u8, place, size), by);
        }
        case 3:
            return cast(ScalarType::i32, binary(BinaryOp::shift_right, value(ScalarType::u8, place, size),
                                                number(ScalarType::u8, 5)));
        case 4: {
            const ScalarType type = some_integer();
            const Expr mask = number(type, random_.pick({1, 3, 7, 15}));
            return binary(BinaryOp::bit_and, value(type, place, size), mask);
        }
        case 5: {
            const ScalarType type = random_.pick(
                {ScalarType::i32, ScalarType::i32, ScalarType::u8, ScalarType::u16, ScalarType::i64});
            const Expr by = number(type, random_.pick({2, 3, 7, 10}));
            return binary(BinaryOp::mod, value(type, place, size), by);
        }
        case 6: {
            const ScalarType type = random_.pick({ScalarType::f32, ScalarType::f64});
            const int64_t high = low + random_.between(0, 9);
            const Expr limited = clamp(value(type, place, size), number(type, low), number(type, high));
            return cast(random_.pick({ScalarType::i32, ScalarType::i16, ScalarType::u8, ScalarType::u64}),
                        limited);
        }
        case 7: {
            const analysis::ValueRanges ranges = analysis::value_ranges(pipeline_);
            for (const Stage& s : pipeline_.stages) {
                const auto range = ranges.find(s.name);
                if (range == ranges.end() || range->second.max - range->second.min > 40 ||
                    !random_.chance(50))
                    continue;
                return read({s.name, s.type, s.dims, nullptr, {}}, place, 0);
            }
            return affine_index(place);
        }
        default: return cast(ScalarType::i32, value(ScalarType::boolean, place, size));
    }
}

Expr Maker::coordinate_condition(const Place& place) {
    if (place.coordinates.empty()) return condition(place, 2);
    const Expr v = variable(Scope::coordinate, random_.pick(place.coordinates));
    const auto op =
        random_.pick({BinaryOp::lt, BinaryOp::le, BinaryOp::gt, BinaryOp::ge, BinaryOp::eq, BinaryOp::ne});
    const Expr end = range_end(place);
    const Expr one = random_.chance(80) ? binary(op, v, end) : binary(op, end, v);
    if (random_.chance(35)) return binary(BinaryOp::logical_and, one, coordinate_condition(place));
    return random_.chance(10) ? binary(BinaryOp::logical_or, one, condition(place, 2)) : one;
}

// What a coordinate is compared with: the same for all points.
Expr Maker::range_end(const Place& place) {
    switch (random_.below(5)) {
        case 0:
            for (const Input& input : pipeline_.inputs) {
                if (input.dims.empty() || !random_.chance(50)) continue;
                const size_t d = random_.below(input.dims.size());
                const Expr end = dimension(input, d, random_.pick({Bound::min, Bound::max, Bound::extent}));
                return plus(end, random_.between(-2, 2));
            }
            return number(ScalarType::i32, random_.between(-10, 10));
        case 1:
            for (const Param& p : pipeline_.params) {
                if (!is_integer(p.type) || !random_.chance(50)) continue;
                return plus(variable(Scope::parameter, p.name, p.type), random_.between(-1, 1));
            }
            return number(ScalarType::i32, random_.between(-10, 10));
        case 2:
            return random_.chance(20) ? value(ScalarType::i32, place, 1)
                                      : number(ScalarType::i32, random_.between(-40, 40));
        default: return number(ScalarType::i32, random_.between(-10, 10));
    }
}

}  // namespace pantile::random
