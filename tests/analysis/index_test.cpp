// Bounds of index expressions. Each property is checked against the values that the expression really takes.
#include "analysis/index.h"

#include <gtest/gtest.h>

#include "analysis/symbolic.h"
#include "front/text/parsing.h"
#include "interp/tape.h"
#include "ir/print.h"

namespace pantile::analysis {
namespace {

using namespace ir;

class NoMemory : public interp::Memory {
  public:
    Value read(const std::string&, const std::vector<int64_t>&) const override { return {}; }
};

struct Analysis {
    Pipeline pipeline;
    Index index;
    std::vector<NoWrap> conditions;
};

// The index 'text' for x in [x.min, x.max] of the box and y in 0..3.
Analysis analysed(const std::string& text, int64_t min, int64_t max) {
    Pipeline p =
        front::parsed("pipeline p\ninput u: u8(x)\nparam n: i32 = 1\noutput f(x, y) = " + text + "\n");
    const ValueRanges none;
    IndexAnalysis analyse(p, none);
    const Environment box = {{"x", {constant_i64(min), constant_i64(max)}},
                             {"y", {constant_i64(0), constant_i64(3)}}};
    const Index index = analyse(p.stages[0].cases[0].value, box);
    return {std::move(p), index, analyse.conditions()};
}

std::string bound_text(const std::optional<Expr>& bound) {
    if (!bound) return "?";
    const auto number = constant_int(*bound);
    return number ? std::to_string(*number) : to_text(*bound);
}

std::string bounds_text(const std::string& text, int64_t min = -10, int64_t max = 10) {
    const Index index = analysed(text, min, max).index;
    return bound_text(index.min) + " to " + bound_text(index.max);
}

Value value_at(const Expr& e, int64_t x, int64_t y) {
    interp::Slots slots;
    const interp::Tape tape(e, slots);
    const size_t x_slot = slots.of(Scope::coordinate, "x"), y_slot = slots.of(Scope::coordinate, "y");
    interp::Frame frame(slots.count(), Value::of_int(ScalarType::i32, 1));
    frame[x_slot] = Value::of_int(ScalarType::i32, x);
    frame[y_slot] = Value::of_int(ScalarType::i32, y);
    return tape.evaluate(frame, NoMemory());
}

int64_t exact_at(const Expr& e, int64_t x, int64_t y) {
    return *evaluate_bound(e, [&](const Variable& v) { return v.name == "x" ? x : v.name == "y" ? y : 1; });
}

TEST(Index, AChoiceHasTheBoundsOfBothBranches) {
    EXPECT_EQ(bounds_text("select(x > 0, 5, -3)"), "-3 to 5");
    EXPECT_EQ(bounds_text("select(x > 0, -3, 5)"), "-3 to 5");
}

TEST(Index, AffineIndicesHaveTheBoundsOfTheirEnds) {
    EXPECT_EQ(bounds_text("x"), "-10 to 10");
    EXPECT_EQ(bounds_text("x + 3"), "-7 to 13");
    EXPECT_EQ(bounds_text("3 - x"), "-7 to 13");
    EXPECT_EQ(bounds_text("2*x + y"), "-20 to 23");
    EXPECT_EQ(bounds_text("-2*x"), "-20 to 20");
    EXPECT_EQ(bounds_text("x*y"), "-30 to 30");
    EXPECT_EQ(bounds_text("abs(x)", -10, 4), "0 to 10");
}

TEST(Index, DivisionModuloShiftAndMaskAreFollowed) {
    EXPECT_EQ(bounds_text("x/4"), "-3 to 2");
    EXPECT_EQ(bounds_text("x >> 2"), "-3 to 2");
    EXPECT_EQ(bounds_text("x % 4"), "0 to 3");
    EXPECT_EQ(bounds_text("x & 7"), "0 to 7");
    EXPECT_EQ(bounds_text("x % -4"), "-3 to 0");
}

TEST(Index, ClampBoundsWhatHasNoBoundsItself) {
    EXPECT_EQ(bounds_text("clamp(n, 0, 255)"), "min(max(i64(n), 0), 255) to min(max(i64(n), 0), 255)");
    EXPECT_EQ(bounds_text("clamp(x ^ y, 0, 255)"), "0 to 255");
    EXPECT_EQ(bounds_text("min(x ^ y, 7)"), "? to 7");
    EXPECT_EQ(bounds_text("max(x ^ y, 7)"), "7 to ?");
    EXPECT_EQ(bounds_text("x ^ y"), "? to ?");
}

TEST(Index, DataHasTheRangeOfItsTypeWhenItIsNarrow) {
    EXPECT_EQ(bounds_text("i32(u(x))"), "0 to 255");
    EXPECT_EQ(bounds_text("i32(u(x)) * 2 + 1"), "1 to 511");
    EXPECT_EQ(bounds_text("i32(u(x)) - 256"), "-256 to -1");
    // In u8 the sum wraps: nothing but the type bounds it.
    EXPECT_EQ(bounds_text("i32(u(x) + 1)"), "0 to 255");
    EXPECT_EQ(bounds_text("i32(i8(u(x)))"), "-128 to 127");
}

TEST(Index, AMirroredIndexFoldsBack) {
    EXPECT_EQ(bounds_text("min(x % 6, 5 - x % 6)"), "0 to 2");
    EXPECT_EQ(bounds_text("min(x % 5, 5 - x % 5)"), "0 to 2");
    EXPECT_EQ(bounds_text("min(x % 6, 5 - y)"), "0 to 5");
}

TEST(Index, ASelectCoversBothBranches) {
    EXPECT_EQ(bounds_text("select(x < 0, y - 5, y + 5)"), "-5 to 8");
    EXPECT_EQ(bounds_text("i32(x < y)"), "0 to 1");
}

TEST(Index, AFloatThatIsClampedIsAnIndex) {
    EXPECT_EQ(bounds_text("i32(clamp(f32(u(x)) * 0.7, 0, 15.5))"), "0 to 15");
    EXPECT_EQ(bounds_text("i32(f32(u(x)))"), "0 to 255");
    EXPECT_EQ(bounds_text("i32(sqrt(f32(x)))"), "? to ?");
    EXPECT_EQ(bounds_text("i32(clamp(sqrt(f32(x)), 0, 1) * 255)"), "0 to 255");
    EXPECT_EQ(bounds_text("i32(clamp(sqrt(f32(x)), -2, 1) * 1.5)"), "-3 to 1");
    EXPECT_EQ(bounds_text("i32(clamp(sqrt(f32(x)), 0, 1) * 0.1 * 2550)"), "? to ?");
    EXPECT_EQ(bounds_text("i32(clamp(sqrt(f32(x)), 0, 1) * -255)"), "? to ?");
}

TEST(Index, BoundsHoldForEveryValueAndTheExactFormIsTheValue) {
    for (const std::string text : {"x",
                                   "x + 3",
                                   "x - y",
                                   "2*x + 3*y - 1",
                                   "-x",
                                   "abs(x)",
                                   "x/3",
                                   "x % 3",
                                   "x % 5 - y/2",
                                   "x >> 1",
                                   "x & 3",
                                   "x*y",
                                   "clamp(x, -2, 2)",
                                   "min(x, y)",
                                   "max(x - 1, y)",
                                   "select(x < y, x, y)",
                                   "i32(i16(x))",
                                   "(x + 7)/2*3 % 4",
                                   "x % -3",
                                   "min(x % 6, 5 - x % 6)",
                                   "min(x, 7 - x)",
                                   "min(y, -y)",
                                   "i32(x < y) + 2*x",
                                   "quo(x, 2)",
                                   "abs(x - 2*y) % 3 - (x >> 2)"}) {
        const Analysis a = analysed(text, -9, 9);
        const Expr& e = a.pipeline.stages[0].cases[0].value;
        for (int64_t x = -9; x <= 9; ++x) {
            for (int64_t y = 0; y <= 3; ++y) {
                const int64_t value = value_at(e, x, y).as_int();
                const int64_t lowest = a.index.min ? exact_at(*a.index.min, x, y) : value;
                const int64_t highest = a.index.max ? exact_at(*a.index.max, x, y) : value;
                EXPECT_TRUE(lowest <= value && value <= highest) << text << " at " << x << ", " << y;
                EXPECT_EQ(value, value_at(a.index.value, x, y).as_int()) << text;
            }
        }
    }
}

TEST(Index, ArithmeticOnSymbolicBoundsLeavesAConditionBehind) {
    Pipeline p = front::parsed("pipeline p\noutput f(x) = 3*x + 1\n");
    const ValueRanges none;
    IndexAnalysis analyse(p, none);
    const Expr low = variable(Scope::local, "f.x.min", ScalarType::i64),
               high = variable(Scope::local, "f.x.max", ScalarType::i64);
    const Index index = analyse(p.stages[0].cases[0].value, {{"x", {low, high}}});
    EXPECT_EQ(to_text(*index.max), "f.x.max * 3 + 1");
    ASSERT_EQ(analyse.conditions().size(), 2u);
    EXPECT_EQ(analyse.conditions()[1].node.type(), ScalarType::i32);
}

// Read as numbers, the wrapped ends of these lie the wrong way round: a box without a point.
TEST(Index, BoundsBeyondSixtyFourBitsAreNone) {
    EXPECT_EQ(bounds_text("u8(i64(u(x)) * (-5607247574485249542))"), "0 to 255");
    EXPECT_EQ(bounds_text("u8((i64(u(x)) - 3) * (i64(u(x)) - 4611686018427387905))"), "0 to 255");
    EXPECT_EQ(bounds_text("u8(i64(u(x)) + 9223372036854775807)"), "0 to 255");
    EXPECT_EQ(bounds_text("u8(-9223372036854775807 - i64(u(x)))"), "0 to 255");
    EXPECT_EQ(bounds_text("u8(-(i64(u(x)) - 9223372036854775807 - 1))"), "0 to 255");
    EXPECT_EQ(bounds_text("clamp(i64(u(x)) * (-5607247574485249542), -2, 5)"), "-2 to 5");
}

TEST(Index, AConversionIsFollowedWhereLimitsShowThatItFits) {
    EXPECT_EQ(bounds_text("u8(max(0, min(x + n, 200)))"),
              "max(0, min(i64(n) + -10, 200)) to max(0, min(i64(n) + 10, 200))");
    EXPECT_EQ(bounds_text("u8(max(0, min(x + n, 300)))"), "0 to 255");
    EXPECT_EQ(bounds_text("u8(max(n, min(x, 200)))"), "0 to 255") << "not below a parameter";
}

TEST(Index, ArithmeticOnConstantsThatWrapsIsNotFollowed) {
    EXPECT_EQ(bounds_text("x * 2000000000", -10, 10), "? to ?");
    EXPECT_EQ(bounds_text("i32(i64(x) * 2000000000)", -10, 10), "? to ?");
    EXPECT_EQ(bounds_text("i64(x) * 2000000000", -10, 10), "-20000000000 to 20000000000");
}

TEST(Index, SquaringAnIndexFiftyTimesEnds) {
    Expr e = variable(Scope::coordinate, "x");
    for (int i = 0; i < 50; ++i) e = make_node(Binary{BinaryOp::min, e, e}, ScalarType::i32);
    const Pipeline p;
    const ValueRanges none;
    IndexAnalysis analyse(p, none);
    const Index index = analyse(e, {{"x", {constant_i64(0), constant_i64(3)}}});
    EXPECT_EQ(bound_text(index.max), "3");
}

}  // namespace
}  // namespace pantile::analysis
