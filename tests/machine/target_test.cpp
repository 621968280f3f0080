#include "machine/target.h"

#include <gtest/gtest.h>

namespace pantile::machine {
namespace {

TEST(Target, AnInstructionSetHasOneNameThatReadsBack) {
    for (const char* name : {"native", "x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64"})
        EXPECT_EQ(name_of(instruction_set(name).value()), name);
}

TEST(Target, AnotherNameIsRefusedWithThoseThereAre) {
    EXPECT_EQ(render(instruction_set("z80").diagnostics()),
              "error: there is no target 'z80'.\n"
              "hint: the targets are: native, x86-64-v2, x86-64-v3, x86-64-v4, aarch64.\n");
    EXPECT_FALSE(instruction_set("-march=evil"));
    EXPECT_FALSE(instruction_set(""));
}

TEST(Target, OnlyNativeVectorsAreThoseOfTheHost) {
    EXPECT_EQ(vector_bytes(InstructionSet::native, 64), 64);
    EXPECT_EQ(vector_bytes(InstructionSet::x86_64_v2, 64), 16);
    EXPECT_EQ(vector_bytes(InstructionSet::x86_64_v3, 64), 32);
    EXPECT_EQ(vector_bytes(InstructionSet::x86_64_v4, 16), 64);
    EXPECT_EQ(vector_bytes(InstructionSet::aarch64, 64), 16);
}

}  // namespace
}  // namespace pantile::machine
