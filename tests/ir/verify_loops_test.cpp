// What the verifier asks of host programs; what it asks of loops is tested beside those who make them.
#include "ir/verify_loops.h"

#include <gtest/gtest.h>

namespace pantile::ir {
namespace {

std::optional<std::string> violation_in(std::vector<Step> steps) {
    Loops loops;
    for (const char* name : {"a", "b"})
        loops.buffers.push_back({name, ScalarType::u8, MemorySpace::global, {}, name, {}, {}});
    loops.buffers.push_back({"t", ScalarType::u8, MemorySpace::scratch, {}, "t", {}, {}});
    loops.program.steps = std::move(steps);
    return violation_of(loops);
}

Compute store_to(const std::string& buffer) {
    return {"s", {}, statement(Store{buffer, {}, constant(Value::of_int(ScalarType::u8, 1))})};
}

TEST(VerifyHostProgram, WhatASequenceAllocatesMayBeUsedInsideOfIt) {
    EXPECT_EQ(violation_in({Allocate{"a"}, Sequence{{Allocate{"b"}, store_to("a"), Release{"b"}}},
                            store_to("a"), Release{"a"}, Allocate{"a"}, Release{"a"}}),
              std::nullopt);
    EXPECT_EQ(violation_in({Sequence{{Allocate{"a"}, Release{"a"}}}, store_to("a")}),
              "the buffer 'a' is not there");
}

TEST(VerifyHostProgram, ABufferIsReleasedWhereItWasAllocated) {
    EXPECT_EQ(violation_in({Allocate{"a"}}), "'a' is not released where it was allocated");
    EXPECT_EQ(violation_in({Release{"a"}}), "'a' is released where it was not allocated");
    EXPECT_EQ(violation_in({Allocate{"a"}, Sequence{{Release{"a"}}}}),
              "'a' is released where it was not allocated");
    EXPECT_EQ(violation_in({Sequence{{Allocate{"a"}}}, Release{"a"}}),
              "'a' is not released where it was allocated");
}

TEST(VerifyHostProgram, OnlyGlobalBuffersAreAllocatedAndOneAtATime) {
    EXPECT_EQ(violation_in({Allocate{"t"}, Release{"t"}}), "'t' is allocated, but is not a global buffer");
    EXPECT_EQ(violation_in({Allocate{"c"}, Release{"c"}}), "'c' is allocated, but is not a global buffer");
    EXPECT_EQ(violation_in({Allocate{"a"}, Sequence{{Allocate{"a"}, Release{"a"}}}, Release{"a"}}),
              "'a' is allocated twice");
}

}  // namespace
}  // namespace pantile::ir
