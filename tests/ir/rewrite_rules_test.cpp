// Whatever is rewritten keeps its value: what building an expression simplifies, divisions that become
// shifts, clamps that move into conversions, bounds that are merged, and ranges that are concluded.
//
// Exhaustively where numbers are small; the long run adds ten million samples at full width.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "analysis/integer_range.h"
#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/print.h"
#include "ir/scalar.h"
#include "long_run.h"
#include "passes/convert_inside.h"
#include "passes/reduce_strength.h"
#include "random/random.h"
#include "random/values.h"

namespace pantile::ir {
namespace {

using Values = std::map<std::string, Value>;

// By the definition of each operator, without any simplification.
Value value_of(const Expr& e, const Values& values) {
    const auto at = [&](const Expr& part) { return value_of(part, values); };
    if (const Constant* c = as<Constant>(e)) return c->value;
    if (const Variable* v = as<Variable>(e)) return values.at(v->name);
    if (const Unary* u = as<Unary>(e)) return apply(u->op, at(u->operand));
    if (const Binary* b = as<Binary>(e)) return apply(b->op, at(b->lhs), at(b->rhs));
    if (const Cast* c = as<Cast>(e)) return convert(at(c->operand), e.type());
    if (const Select* s = as<Select>(e)) return at(at(s->condition).as_bool() ? s->if_true : s->if_false);
    const Sum* sum = as<Sum>(e);
    Value total = at(sum->terms[0]);
    for (size_t i = 1; i < sum->terms.size(); ++i) total = add(total, at(sum->terms[i]));
    return total;
}

constexpr BinaryOp kIntegerOps[] = {
    BinaryOp::sub,     BinaryOp::mul,        BinaryOp::div,         BinaryOp::mod,     BinaryOp::quo,
    BinaryOp::rem,     BinaryOp::min,        BinaryOp::max,         BinaryOp::bit_and, BinaryOp::bit_or,
    BinaryOp::bit_xor, BinaryOp::shift_left, BinaryOp::shift_right, BinaryOp::eq,      BinaryOp::ne,
    BinaryOp::lt,      BinaryOp::le,         BinaryOp::gt,          BinaryOp::ge};

Expr parameter(const std::string& name, ScalarType type) { return variable(Scope::parameter, name, type); }

void expect_value(const Expr& e, const Value& a, const Value& expected) {
    const Values values = {{"a", a}};
    ASSERT_EQ(value_of(e, values), expected) << to_text(e) << " for a = " << to_text(a);
    ASSERT_EQ(value_of(passes::reduce_strength(e), values), expected)
        << to_text(e) << " for a = " << to_text(a);
}

// One operand is a number that the builder sees, the other a value that it does not.
void expect_operators_keep(const Value& number, const Value& a) {
    const Expr unknown = parameter("a", a.type()), known = constant(number);
    for (const BinaryOp op : kIntegerOps) {
        expect_value(binary(op, unknown, known), a, apply(op, a, number));
        expect_value(binary(op, known, unknown), a, apply(op, number, a));
    }
    expect_value(add(unknown, known), a, add(a, number));
    expect_value(add(known, unknown), a, add(number, a));
    expect_value(add(add(unknown, known), known), a, add(add(a, number), number));
    expect_value(select(binary(BinaryOp::lt, unknown, known), known, unknown), a,
                 apply(BinaryOp::lt, a, number).as_bool() ? number : a);
}

// Numbers of four bits, and the limits of the type.
std::vector<Value> small_values(ScalarType type) {
    std::vector<Value> all = {lowest_value(type), highest_value(type)};
    for (int64_t v = -8; v < 16; ++v) all.push_back(Value::of_int(type, v));
    return all;
}

TEST(RewriteRules, EveryOperatorKeepsItsValueAtFourBits) {
    for (const ScalarType type : kAllScalarTypes) {
        if (!is_integer(type)) continue;
        for (const Value& number : small_values(type)) {
            for (const Value& a : small_values(type)) expect_operators_keep(number, a);
        }
    }
}

TEST(RewriteRules, EveryOperatorKeepsItsValueAtFullWidth) {
    random::Random random(1);
    for (size_t i = 0; i < test::amount(2000, 10000000 / (2 * std::size(kIntegerOps))); ++i) {
        const ScalarType type =
            random.pick({ScalarType::u8, ScalarType::i8, ScalarType::u16, ScalarType::i16, ScalarType::u32,
                         ScalarType::i32, ScalarType::u64, ScalarType::i64});
        const Value a = random::random_value(random, type), b = random::random_value(random, type);
        expect_operators_keep(a, b);
    }
}

TEST(RewriteRules, CastsAndUnaryOperatorsKeepTheirValueForEveryByte) {
    for (const ScalarType from : {ScalarType::u8, ScalarType::i8}) {
        for (int64_t v = 0; v < 256; ++v) {
            const Value a = Value::of_int(from, v);
            for (const ScalarType to : kAllScalarTypes) {
                ASSERT_EQ(value_of(cast(to, parameter("a", from)), {{"a", a}}), convert(a, to));
                ASSERT_EQ(value_of(cast(to, constant(a)), {}), convert(a, to));
            }
            for (const UnaryOp op : {UnaryOp::neg, UnaryOp::bit_not, UnaryOp::abs}) {
                ASSERT_EQ(value_of(unary(op, parameter("a", from)), {{"a", a}}), apply(op, a));
                ASSERT_EQ(value_of(unary(op, constant(a)), {}), apply(op, a));
            }
        }
    }
}

// clamp(T(v), lo, hi) and T(clamp(v, lo, hi)) for every small pair of limits and floats around them.
TEST(RewriteRules, ClampsThatMoveIntoConversionsKeepTheirValue) {
    std::vector<double> reals = {NAN, INFINITY, -INFINITY, 1e30, -1e30, 0.0, -0.0, 254.5, 255.5, 256};
    for (int i = -40; i <= 40; ++i) reals.push_back(i / 4.0);
    for (const ScalarType from : {ScalarType::f32, ScalarType::f64}) {
        for (const ScalarType to : {ScalarType::u8, ScalarType::i32, ScalarType::u16, ScalarType::i64}) {
            for (int64_t low = -2; low <= 8; ++low) {
                for (int64_t high = -2; high <= 8; ++high) {
                    const Expr v = parameter("a", from);
                    const Value lo = Value::of_int(to, low), hi = Value::of_int(to, high);
                    const Value real_lo = convert(Value::of_int(ScalarType::i64, low), from);
                    const Value real_hi = convert(Value::of_int(ScalarType::i64, high), from);
                    for (const Expr& e : {clamp(cast(to, v), constant(lo), constant(hi)),
                                          cast(to, clamp(v, constant(real_lo), constant(real_hi)))}) {
                        const Expr moved = passes::convert_inside(e);
                        for (const double real : reals) {
                            const Values values = {{"a", Value::of_float(from, real)}};
                            ASSERT_EQ(value_of(moved, values), value_of(e, values))
                                << to_text(e) << " becomes " << to_text(moved) << " for " << real;
                        }
                    }
                }
            }
        }
    }
}

// A bound made by the symbolic operations, and the same in plain numbers.
struct Bound {
    Expr e;
    std::function<int64_t(int64_t, int64_t)> plain;
};

Bound random_bound(random::Random& random, int depth) {
    const int64_t k = random.between(-8, 7);
    if (depth == 0 || random.chance(15)) {
        if (random.chance(30)) return {constant_i64(k), [=](int64_t, int64_t) { return k; }};
        const bool first = random.chance(50);
        return {variable(Scope::local, first ? "a" : "b", ScalarType::i64),
                [=](int64_t a, int64_t b) { return first ? a : b; }};
    }
    const Bound p = random_bound(random, depth - 1), q = random_bound(random, depth - 1);
    const auto f = p.plain, g = q.plain;
    const auto both = [&](const Expr& e, const auto& op) {
        return Bound{e, [=](int64_t a, int64_t b) { return op(f(a, b), g(a, b)); }};
    };
    switch (random.below(8)) {
        case 0: return both(analysis::plus(p.e, k), [=](int64_t x, int64_t) { return x + k; });
        case 1: return both(analysis::plus(p.e, q.e), [](int64_t x, int64_t y) { return x + y; });
        case 2: return both(analysis::minus(p.e, q.e), [](int64_t x, int64_t y) { return x - y; });
        case 3: return both(analysis::times(p.e, q.e), [](int64_t x, int64_t y) { return x * y; });
        case 4: return both(analysis::negated(p.e), [](int64_t x, int64_t) { return -x; });
        case 5:
            return both(analysis::floor_divided(p.e, std::abs(k) + 1), [=](int64_t x, int64_t) {
                const int64_t d = std::abs(k) + 1;
                return x >= 0 ? x / d : -((-x + d - 1) / d);
            });
        case 6: return both(analysis::smaller(p.e, q.e), [](int64_t x, int64_t y) { return std::min(x, y); });
        default: return both(analysis::larger(p.e, q.e), [](int64_t x, int64_t y) { return std::max(x, y); });
    }
}

TEST(RewriteRules, BoundsKeepTheirValueForAllFourBitNumbers) {
    random::Random random(2);
    for (size_t i = 0; i < test::amount(600, 40000); ++i) {
        const Bound bound = random_bound(random, 4);
        for (int64_t a = -8; a < 8; ++a) {
            for (int64_t b = -8; b < 8; ++b) {
                const auto found = analysis::evaluate_bound(
                    bound.e, [&](const Variable& v) { return v.name == "a" ? a : b; });
                ASSERT_EQ(found, bound.plain(a, b)) << to_text(bound.e) << " for a = " << a << ", b = " << b;
            }
        }
    }
}

// One less than the lowest number is the highest: no bound of a remainder.
TEST(RewriteRules, ARemainderOfTheLowestNumberMayBeNegative) {
    const Expr a = parameter("a", ScalarType::i64);
    EXPECT_FALSE(
        analysis::IntegerRanges()(binary(BinaryOp::mod, a, constant(lowest_value(ScalarType::i64)))));
    EXPECT_EQ(analysis::IntegerRanges()(binary(BinaryOp::mod, a, constant_i64(7)))->max, 6);
}

Expr random_integer(random::Random& random, ScalarType type, int depth) {
    if (depth == 0 || random.chance(15)) {
        if (random.chance(40)) return constant(random::random_value(random, type));
        return cast(type, parameter(random.chance(50) ? "a" : "b", ScalarType::i8));
    }
    const auto part = [&] { return random_integer(random, type, depth - 1); };
    switch (random.below(6)) {
        case 0: {
            const Expr a = part(), b = part();
            return add(a, b);
        }
        case 1: {
            const auto op = random.pick({UnaryOp::neg, UnaryOp::abs, UnaryOp::bit_not});
            return unary(op, part());
        }
        case 2: {
            const Expr a = part(), b = part(), yes = part(), no = part();
            return select(binary(BinaryOp::lt, a, b), yes, no);
        }
        case 3: {
            const ScalarType other =
                random.pick({ScalarType::u8, ScalarType::i16, ScalarType::u32, ScalarType::i64});
            return cast(type, random_integer(random, other, depth - 1));
        }
        default: {
            // The comparisons at the end of the list are of another type.
            const BinaryOp op = kIntegerOps[random.below(13)];
            const Expr a = part(), b = part();
            return binary(op, a, b);
        }
    }
}

TEST(RewriteRules, NoValueLiesOutsideOfTheRangeThatIsConcluded) {
    random::Random random(3);
    for (size_t i = 0; i < test::amount(2000, 100000); ++i) {
        const ScalarType type = random.pick({ScalarType::u8, ScalarType::i8, ScalarType::u16, ScalarType::i16,
                                             ScalarType::u32, ScalarType::i32, ScalarType::i64});
        const Expr e = random_integer(random, type, 4);
        const auto range = analysis::IntegerRanges()(e);
        if (!range) continue;
        for (const int64_t a : {-128, -127, -8, -1, 0, 1, 2, 7, 100, 127}) {
            for (const int64_t b : {-128, -9, -1, 0, 1, 3, 8, 127}) {
                const int64_t found = value_of(e, {{"a", Value::of_int(ScalarType::i8, a)},
                                                   {"b", Value::of_int(ScalarType::i8, b)}})
                                          .as_int();
                ASSERT_TRUE(range->min <= found && found <= range->max)
                    << to_text(e) << " is " << found << " for a = " << a << ", b = " << b << ", not in "
                    << range->min << " .. " << range->max;
            }
        }
    }
}

}  // namespace
}  // namespace pantile::ir
