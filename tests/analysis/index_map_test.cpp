// Access maps of indices. Each is checked against all values that the index takes, and against the box that
// region inference finds for it: scratch has the size of the map and receives the box.
#include "analysis/index_map.h"

#include <gtest/gtest.h>

#include "analysis/symbolic.h"
#include "front/text/parsing.h"
#include "interp/tape.h"
#include "ir/build.h"
#include "ir/print.h"
#include "random/random.h"

namespace pantile::analysis {
namespace {

using namespace ir;

constexpr int64_t kReductionMin = -1, kReductionMax = 2;

class NoMemory : public interp::Memory {
  public:
    Value read(const std::string&, const std::vector<int64_t>&) const override { return {}; }
};

Expr coordinate(const std::string& name) { return variable(Scope::coordinate, name, ScalarType::i32); }
Expr reduction() { return variable(Scope::reduction, "r", ScalarType::i32); }
Expr number(int64_t n) { return constant(Value::of_int(ScalarType::i32, n)); }
Expr end(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }

// Coordinates from a to b, the reduction variable over its range.
Environment environment() {
    return {{"x", {end("a"), end("b")}},
            {"y", {end("a"), end("b")}},
            {"r", {constant_i64(kReductionMin), constant_i64(kReductionMax)}}};
}

std::optional<IndexMap> map_of(const Expr& e) { return index_map(e, environment()); }

// The index 'text' over the coordinates x and y, a parameter n and data u.
std::optional<IndexMap> map_of(const std::string& text) {
    const Pipeline p = front::parsed(
        "pipeline p\ninput u: u8(x)\nparam n: i32 = 1\nparam m: i16 = 1\n"
        "output f(x, y) = " +
        text + "\n");
    return map_of(p.stages[0].cases[0].value);
}

std::string shown(Rational r) {
    const std::string whole = std::to_string(r.numerator());
    return r.denominator() == 1 ? whole : whole + "/" + std::to_string(r.denominator());
}

// 'x: 2 v + [0, 1], at least 0'.
std::string map_text(const std::optional<IndexMap>& m) {
    if (!m) return "none";
    return m->variable + ": " + shown(m->scale) + " v + [" + shown(m->lowest) + ", " + shown(m->highest) +
           "] reached " + shown(m->reached) + (m->warp ? " then " + to_text(*m->warp) : "");
}

TEST(IndexMap, AffineIndicesHaveExactMaps) {
    EXPECT_EQ(map_text(map_of("x")), "x: 1 v + [0, 0] reached 0");
    EXPECT_EQ(map_text(map_of("2*x - 3")), "x: 2 v + [-3, -3] reached -3");
    EXPECT_EQ(map_text(map_of("5 - y")), "y: -1 v + [5, 5] reached 5");
    EXPECT_EQ(map_text(map_of("-(x + 1)")), "x: -1 v + [-1, -1] reached -1");
    EXPECT_EQ(map_text(map_of("(x << 3) + 1")), "x: 8 v + [1, 1] reached 1");
    EXPECT_EQ(map_text(map_of("i64(x) + 1")), "x: 1 v + [1, 1] reached 1");
    EXPECT_EQ(map_text(map_of("7")), ": 0 v + [7, 7] reached 7");
}

TEST(IndexMap, DivisionsLeaveTheirRoundingInTheOffsets) {
    EXPECT_EQ(map_text(map_of("x/2")), "x: 1/2 v + [-1/2, 0] reached -1/2");
    EXPECT_EQ(map_text(map_of("(x + 1)/3")), "x: 1/3 v + [-1/3, 1/3] reached -1/3");
    EXPECT_EQ(map_text(map_of("3*x/2 + 4")), "x: 3/2 v + [7/2, 4] reached 7/2");
    EXPECT_EQ(map_text(map_of("x >> 2")), "x: 1/4 v + [-3/4, 0] reached -3/4");
    EXPECT_EQ(map_text(map_of("x % 4")), ": 0 v + [0, 3] reached 0");
}

TEST(IndexMap, ReductionVariablesWidenTheOffsets) {
    EXPECT_EQ(map_text(map_of(add(coordinate("x"), reduction()))), "x: 1 v + [-1, 2] reached 2");
    EXPECT_EQ(map_text(map_of(binary(BinaryOp::sub, coordinate("x"), reduction()))),
              "x: 1 v + [-2, 1] reached -2");
    EXPECT_EQ(map_text(map_of(reduction())), ": 0 v + [-1, 2] reached 2");
}

TEST(IndexMap, ClampsBecomeWarps) {
    EXPECT_EQ(map_text(map_of("clamp(x + 1, 0, n)")), "x: 1 v + [1, 1] reached 1 then min(max(index, 0), n)");
    EXPECT_EQ(map_text(map_of("max(n + 2*m, x/2)")),
              "x: 1/2 v + [-1/2, 0] reached -1/2 then max(n + i32(2 * m), index)");
}

TEST(IndexMap, ASelectOfEqualScalesJoinsItsOffsets) {
    EXPECT_EQ(map_text(map_of("select(n > 3, x - 1, x + 1)")), "x: 1 v + [-1, 1] reached -1");
    EXPECT_EQ(map_text(map_of("select(n > 3, x, 2*x)")), "none");
    EXPECT_EQ(map_text(map_of("select(n > 3, x, y)")), "none");
}

TEST(IndexMap, WhatFollowsSeveralCoordinatesOrDataHasNone) {
    for (const std::string text : {"x + y", "x - x", "x*x", "x*n", "x + n", "x/n", "x/-2", "i32(u(x))",
                                   "x ^ 1", "x & 3", "abs(x)", "min(x, y)", "clamp(x, 0, n) + 1",
                                   "i32(i16(x))", "min(x, i32(u(0)))", "min(x % 3, n)", "x >> n", "x % -4"})
        EXPECT_EQ(map_text(map_of(text)), "none") << text;
}

TEST(IndexMap, WhatLeavesSixtyTwoBitsHasNone) {
    const Expr wide = cast(ScalarType::i64, coordinate("x"));
    const auto times = [](const Expr& e, int64_t k) { return binary(BinaryOp::mul, e, constant_i64(k)); };
    EXPECT_TRUE(map_of(times(wide, int64_t{1} << 40)));
    EXPECT_FALSE(map_of(times(times(wide, int64_t{1} << 40), int64_t{1} << 40)));
}

// Indices of one coordinate, made at random; all values stay small.
class RandomIndex {
  public:
    explicit RandomIndex(uint64_t seed) : random_(seed) {}

    Expr make(int depth) {
        if (depth == 0) return leaf();
        const Expr a = make(depth - 1);
        const auto k = [&](int64_t low, int64_t high) { return number(random_.between(low, high)); };
        switch (random_.below(12)) {
            case 0: return add(a, k(-5, 5));
            case 1: return add(a, leaf());
            case 2: return binary(BinaryOp::sub, k(-5, 5), a);
            case 3: return binary(BinaryOp::mul, a, k(-2, 3));
            case 4: return binary(BinaryOp::div, a, k(1, 4));
            case 5: return binary(BinaryOp::shift_right, a, k(0, 2));
            case 6: return binary(BinaryOp::shift_left, a, k(0, 2));
            case 7: return random_.chance(30) ? binary(BinaryOp::mod, a, k(1, 5)) : add(reduction(), a);
            case 8: {
                const Expr when = condition(), yes = add(a, k(-3, 3)), no = add(a, k(-3, 3));
                return select(when, yes, no);
            }
            case 9: {
                const Expr low = limit(-40), high = limit(40);
                return random_.chance(60) ? clamp(a, low, high) : a;
            }
            case 10: return cast(random_.pick({ScalarType::i64, ScalarType::i32}), a);
            default: return unary(UnaryOp::neg, a);
        }
    }

  private:
    Expr leaf() {
        switch (random_.weighted({6, 2, 2})) {
            case 0: return coordinate("x");
            case 1: return reduction();
            default: return number(random_.between(-6, 6));
        }
    }
    Expr limit(int64_t far) { return number(far + random_.between(-20, 20)); }
    Expr condition() {
        const Expr a = random_.chance(50) ? coordinate("x") : reduction();
        return binary(BinaryOp::lt, a, number(random_.between(-9, 9)));
    }

    random::Random random_;
};

bool at_most(Rational a, Rational b) { return !(b < a) && a.is_known() && b.is_known(); }

// The least and greatest value over the reduction variable.
std::pair<int64_t, int64_t> range_at(const Expr& e, int64_t v) {
    interp::Slots slots;
    const interp::Tape tape(e, slots);
    const size_t x = slots.of(Scope::coordinate, "x"), r = slots.of(Scope::reduction, "r");
    std::pair<int64_t, int64_t> range(INT64_MAX, INT64_MIN);
    for (int64_t k = kReductionMin; k <= kReductionMax; ++k) {
        interp::Frame frame(slots.count(), Value::of_int(ScalarType::i32, 0));
        frame[x] = Value::of_int(ScalarType::i32, v);
        frame[r] = Value::of_int(ScalarType::i32, k);
        const int64_t value = tape.evaluate(frame, NoMemory()).as_int();
        range = {std::min(range.first, value), std::max(range.second, value)};
    }
    return range;
}

// The index before its warp: what the warp's placeholder stands for.
void expect_values_inside(const Expr& e, const IndexMap& m) {
    for (int64_t v = -50; v <= 50; ++v) {
        const auto [least, most] = range_at(e, v);
        const Rational at = m.scale * Rational(v);
        EXPECT_TRUE(at_most(at + m.lowest, least) && at_most(most, at + m.highest))
            << to_text(e) << " at " << v << " is " << least << " to " << most << ", map " << map_text(m);
        EXPECT_TRUE(at_most(at + m.reached, most)) << to_text(e) << " at " << v << ", map " << map_text(m);
    }
}

void expect_boxes_inside(const Expr& e, const IndexMap& m) {
    const Pipeline none;
    const ValueRanges ranges;
    IndexAnalysis analyse(none, ranges);
    const Index index = analyse(e, environment());
    ASSERT_TRUE(index.min && index.max) << to_text(e);
    for (int64_t a = -50; a <= 50; a += 3) {
        for (int64_t b = a; b <= 50; b += 1 + (b - a) / 3) {
            const Lookup value_of = [&](const Variable& v) { return v.name == "a" ? a : b; };
            const int64_t low = *evaluate_bound(*index.min, value_of),
                          high = *evaluate_bound(*index.max, value_of);
            const Rational from = m.scale < Rational(0) ? Rational(b) : Rational(a);
            const Rational to = m.scale < Rational(0) ? Rational(a) : Rational(b);
            const Rational lowest = m.scale * from + m.lowest, highest = m.scale * to + m.highest;
            const bool inside = m.warp ? at_most(high - low, highest - lowest)
                                       : at_most(lowest, low) && at_most(high, highest) &&
                                             at_most(m.scale * to + m.reached, high);
            EXPECT_TRUE(inside) << to_text(e) << " for " << a << " to " << b << " has the box " << low
                                << " to " << high << ", map " << map_text(m);
        }
    }
}

TEST(IndexMap, RandomIndicesAndTheirBoxesLieInTheirMaps) {
    int maps = 0, warps = 0, rounded = 0;
    for (uint64_t seed = 1; seed <= 1500; ++seed) {
        const Expr e = RandomIndex(seed).make(1 + static_cast<int>(seed % 5));
        const std::optional<IndexMap> m = map_of(e);
        if (!m || is_invalid(e)) continue;
        ++maps;
        warps += m->warp.has_value();
        rounded += !(m->lowest == m->highest) && !m->variable.empty();
        if (!m->warp) expect_values_inside(e, *m);
        expect_boxes_inside(e, *m);
        if (HasFailure()) break;
    }
    // The test looks at something.
    EXPECT_GT(maps, 600);
    EXPECT_GT(warps, 30);
    EXPECT_GT(rounded, 200);
}

}  // namespace
}  // namespace pantile::analysis
