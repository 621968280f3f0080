// The rewriting is checked against the operators it replaces: for bytes with every value and every power of
// two, for wider types at small ranges and at their limits.
#include "passes/reduce_strength.h"

#include <gtest/gtest.h>

#include "ir/build.h"
#include "ir/print.h"
#include "ir/scalar.h"

namespace pantile::passes {
namespace {

using namespace ir;

Expr divided(BinaryOp op, const Expr& a, const Value& by) {
    return make_node(Binary{op, a, constant(by)}, a.type());
}

// The rewritten operator applied to a value.
Value rewritten_at(BinaryOp op, const Value& a, const Value& by) {
    const Expr e = reduce_strength(divided(op, variable(Scope::parameter, "a", a.type()), by));
    const Binary& b = *as<Binary>(e);
    return apply(b.op, a, *constant_value(b.rhs));
}

void expect_same(const Value& a, const Value& by) {
    for (const BinaryOp op : {BinaryOp::div, BinaryOp::mod, BinaryOp::quo, BinaryOp::rem}) {
        EXPECT_EQ(rewritten_at(op, a, by), apply(op, a, by))
            << name_of(a.type()) << ": " << to_text(a) << ", " << to_text(by);
    }
}

TEST(ReduceStrength, EveryDivisionOfBytesKeepsItsValue) {
    for (const ScalarType t : {ScalarType::i8, ScalarType::u8}) {
        for (int64_t a = 0; a < 256; ++a) {
            for (int64_t b = 0; b < 256; ++b) expect_same(Value::of_int(t, a), Value::of_int(t, b));
        }
    }
}

TEST(ReduceStrength, EveryDivisionInASmallRangeKeepsItsValueInAllTypes) {
    for (const ScalarType t : kAllScalarTypes) {
        if (!is_integer(t)) continue;
        for (int64_t b = -16; b <= 16; ++b) {
            for (int64_t a = -16; a <= 16; ++a) expect_same(Value::of_int(t, a), Value::of_int(t, b));
            expect_same(lowest_value(t), Value::of_int(t, b));
            expect_same(highest_value(t), Value::of_int(t, b));
        }
    }
}

TEST(ReduceStrength, EveryPowerOfTwoOfATypeKeepsTheValues) {
    for (const ScalarType t : kAllScalarTypes) {
        if (!is_integer(t)) continue;
        for (int k = 0; k < size_in_bits(t); ++k) {
            const Value power = Value::of_int(t, static_cast<int64_t>(uint64_t{1} << k));
            for (const int64_t a : {0, 1, -1, 2, 7, -7, 100}) expect_same(Value::of_int(t, a), power);
            expect_same(lowest_value(t), power);
            expect_same(highest_value(t), power);
        }
    }
}

std::string rewritten(BinaryOp op, ScalarType type, int64_t by) {
    return to_text(
        reduce_strength(divided(op, variable(Scope::parameter, "a", type), Value::of_int(type, by))));
}

TEST(ReduceStrength, PowersOfTwoBecomeShiftsAndMasksAndOthersStay) {
    EXPECT_EQ(rewritten(BinaryOp::div, ScalarType::i32, 8), "a >> 3");
    EXPECT_EQ(rewritten(BinaryOp::mod, ScalarType::u8, 16), "a & 15");
    EXPECT_EQ(rewritten(BinaryOp::div, ScalarType::i32, 6), "a / 6");
    EXPECT_EQ(rewritten(BinaryOp::div, ScalarType::i32, -8), "a / (-8)");
    EXPECT_EQ(rewritten(BinaryOp::quo, ScalarType::i32, 8), "quo(a, 8)");
    EXPECT_EQ(rewritten(BinaryOp::mul, ScalarType::i32, 8), "a * 8");
    EXPECT_EQ(rewritten(BinaryOp::div, ScalarType::f32, 8), "a / 8.0");
}

TEST(ReduceStrength, EveryStepOfTheLoopsIsRewritten) {
    const Expr half = divided(BinaryOp::div, variable(Scope::local, "t"), Value::of_int(ScalarType::i32, 2));
    Loops loops;
    loops.program.steps = {Allocate{"b"}, Compute{"s", {}, statement(Store{"b", {half}, half})},
                           Release{"b"}};
    const Loops after = reduce_strength(loops);
    ASSERT_EQ(after.program.steps.size(), 3u);
    const Store& store = std::get<Store>(std::get<Compute>(after.program.steps[1].kind).body->kind);
    EXPECT_EQ(to_text(store.value), "t >> 1");
    EXPECT_EQ(to_text(store.indices[0]), "t >> 1");
}

}  // namespace
}  // namespace pantile::passes
