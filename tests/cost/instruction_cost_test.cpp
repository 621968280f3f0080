#include "cost/instruction_cost.h"

#include <gtest/gtest.h>

#include "search/scheduled.h"

namespace pantile::cost {
namespace {

DefinitionWork work_of(const OperationCounts& counts) { return {.counts = counts, .own_dims = {true, true}}; }

TEST(InstructionCost, MoreOfAnythingNeverTakesFewerCycles) {
    const machine::Machine machine = target_of("zen2core").machine;
    const OperationCounts some{.simple = 3, .slow = 1, .calls = 0, .dense = 2, .strided = 1, .stores = 1};
    const double before = cycles_of({work_of(some)}, {1000, 10}, machine);
    for (double OperationCounts::*what :
         {&OperationCounts::simple, &OperationCounts::slow, &OperationCounts::calls, &OperationCounts::dense,
          &OperationCounts::strided, &OperationCounts::gathered, &OperationCounts::broadcast,
          &OperationCounts::stores}) {
        for (const bool is_vector : {true, false}) {
            DefinitionWork base = work_of(some), more = work_of(some);
            base.is_vector = more.is_vector = is_vector;
            more.counts.*what += 20;
            EXPECT_GT(cycles_of({more}, {1000, 10}, machine), cycles_of({base}, {1000, 10}, machine));
        }
    }
    EXPECT_GT(cycles_of({work_of(some)}, {1008, 10}, machine), before);
    EXPECT_GT(cycles_of({work_of(some)}, {1000, 11}, machine), before);
    EXPECT_EQ(cycles_of({work_of(some), work_of(some)}, {1000, 10}, machine), 2 * before);
}

TEST(InstructionCost, RowsBeyondTheAddressesThatStayInRegistersCost) {
    const machine::Machine machine = target_of("zen2core").machine;
    DefinitionWork work = work_of({.simple = 3, .dense = 10, .stores = 1, .rows = 2});
    work.block = 6;
    const double few = cycles_of({work}, {1000, 10}, machine);
    work.counts.rows = 10;
    EXPECT_GT(cycles_of({work}, {1000, 10}, machine), few);
    work.counts.rows = 1;
    EXPECT_EQ(cycles_of({work}, {1000, 10}, machine), few);
}

TEST(InstructionCost, FunctionsOfF32AreCheapWhereVectorsComputeThem) {
    const machine::Machine machine = target_of("zen2core").machine;
    const auto cycles = [&](const DefinitionWork& work, Math math) {
        return cycles_of({work}, {1000, 10}, machine, math);
    };
    DefinitionWork work = work_of({.simple = 3, .calls = 1, .f32_calls = 1, .dense = 2, .stores = 1});
    EXPECT_LT(3 * cycles(work, Math::fast), cycles(work, Math::strict));
    work.counts.f32_calls = 0;  // of f64
    EXPECT_EQ(cycles(work, Math::fast), cycles(work, Math::strict));
    work.counts.f32_calls = 1;
    work.is_vector = false;
    EXPECT_EQ(cycles(work, Math::fast), cycles(work, Math::strict));
}

TEST(InstructionCost, WiderVectorsAndNarrowerElementsAreNotSlower) {
    machine::Machine machine = target_of("zen2core").machine;
    // Bound by arithmetic: wide loads that lie in two lines may cost more than narrow ones.
    DefinitionWork work = work_of({.simple = 12, .dense = 1, .stores = 1});
    double before = kNever;
    for (const int bytes : {16, 32, 64}) {
        machine.vector_bytes = bytes;
        const double now = cycles_of({work}, {4096, 100}, machine);
        EXPECT_LE(now, before) << bytes;
        before = now;
    }
    machine.vector_bytes = 32;
    before = 0;
    for (const int bytes : {1, 2, 4, 8}) {
        work.widest_bytes = bytes;
        const double now = cycles_of({work}, {4096, 100}, machine);
        EXPECT_GT(now, before) << bytes;
        before = now;
    }
    const double vectors = before;
    work.is_vector = false;
    EXPECT_GT(cycles_of({work}, {4096, 100}, machine), vectors);
}

TEST(InstructionCost, DimensionsThatADefinitionDoesNotRunOverDoNotCount) {
    const machine::Machine machine = target_of("zen2core").machine;
    DefinitionWork update = work_of({.simple = 2, .stores = 1});
    update.own_dims = {false, true};
    update.domain = 5;
    EXPECT_EQ(cycles_of({update}, {10, 7}, machine), cycles_of({update}, {10000, 7}, machine));
    DefinitionWork twice = update;
    twice.domain = 10;
    EXPECT_EQ(cycles_of({twice}, {10, 7}, machine), 2 * cycles_of({update}, {10, 7}, machine));
}

}  // namespace
}  // namespace pantile::cost
