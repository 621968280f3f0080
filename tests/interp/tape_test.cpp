#include "interp/tape.h"

#include <gtest/gtest.h>

#include "ir/build.h"

namespace pantile::interp {
namespace {

using namespace ir;

// Gives the coordinate it is asked for, and counts the reads.
class Ramp : public Memory {
  public:
    Value read(const std::string&, const std::vector<int64_t>& at) const override {
        ++reads;
        return Value::of_int(ScalarType::i32, at[0]);
    }
    mutable int reads = 0;
};

TEST(Tape, ASharedNodeIsComputedOncePerPoint) {
    Expr e = access("f", ScalarType::i32, {literal(int64_t{1})});
    for (int i = 0; i < 500; ++i) e = binary(BinaryOp::mul, e, e);
    Slots slots;
    const Tape tape(e, slots);
    Frame frame;
    const Ramp memory;
    EXPECT_EQ(tape.evaluate(frame, memory).as_int(), 1);
    EXPECT_EQ(memory.reads, 1);
}

TEST(Tape, OneNameInTwoScopesHasTwoValues) {
    Slots slots;
    const Tape tape(binary(BinaryOp::sub, variable(Scope::coordinate, "i"), variable(Scope::reduction, "i")),
                    slots);
    Frame frame(slots.count());
    frame[slots.of(Scope::coordinate, "i")] = Value::of_int(ScalarType::i32, 10);
    frame[slots.of(Scope::reduction, "i")] = Value::of_int(ScalarType::i32, 3);
    EXPECT_EQ(tape.evaluate(frame, Ramp()).as_int(), 7);
}

TEST(Tape, ADomainIsWalkedWithTheFirstVariableFastest) {
    const auto range = [](const std::string& name, int64_t min, int64_t max) {
        return ReductionVariable{name, constant_i32(min), constant_i32(max), nullptr};
    };
    Slots slots;
    const Expr where = binary(BinaryOp::ne, variable(Scope::reduction, "i"), variable(Scope::reduction, "j"));
    const DomainTape domain({{range("i", 0, 2), range("j", 1, 2)}, where}, slots);
    Frame frame(slots.count());
    std::vector<int64_t> seen;
    domain.for_each(frame, Ramp(), [&] {
        seen.push_back(10 * frame[slots.of(Scope::reduction, "i")].as_int() +
                       frame[slots.of(Scope::reduction, "j")].as_int());
    });
    EXPECT_EQ(seen, (std::vector<int64_t>{1, 21, 2, 12}));
}

TEST(Tape, ASumIsAddedFromLeftToRight) {
    Slots slots;
    const auto f32 = [](float v) { return constant(Value::of_f32(v)); };
    const Tape tape(make_node(Sum{{f32(1e8f), f32(1), f32(-1e8f)}}, ScalarType::f32), slots);
    Frame frame;
    EXPECT_EQ(tape.evaluate(frame, Ramp()).as_f32(), 0.0f);
}

}  // namespace
}  // namespace pantile::interp
