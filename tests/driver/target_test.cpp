#include "driver/target.h"

#include <gtest/gtest.h>

#include "runtime/host_cpu.h"

namespace pantile::driver {
namespace {

machine::Machine machine_with_vectors(int bytes) {
    machine::Machine machine = machine::typical({}, bytes);
    machine.name = "another";
    machine.cores = 5;
    return machine;
}

TEST(TargetOf, ThisMachineHasTheVectorsThatTheCodeMayUse) {
    const machine::Target target = target_of({.target = "x86-64-v2"}).value();
    EXPECT_EQ(target.instructions, machine::InstructionSet::x86_64_v2);
    EXPECT_EQ(target.vector_bytes, 16);
    EXPECT_EQ(target.machine.vector_bytes, 16);
    EXPECT_EQ(target_of({}).value().vector_bytes, runtime::host_vector_bytes());
}

TEST(TargetOf, AMachineFileSaysWhatToScheduleForAndNotWhatCodeToMake) {
    CompileOptions options{.target = "x86-64-v2"};
    options.scheduling.machine_json = machine::to_json(machine_with_vectors(64));
    const machine::Target target = target_of(options).value();
    EXPECT_EQ(target.machine.vector_bytes, 64);
    EXPECT_EQ(target.vector_bytes, 16);
    EXPECT_EQ(target.threads, 5);
    options.scheduling.threads = 3;
    EXPECT_EQ(target_of(options).value().threads, 3);
}

TEST(TargetOf, MathIsWhatTheOptionsSay) {
    EXPECT_EQ(target_of({}).value().math, Math::strict);
    EXPECT_EQ(target_of({.math = Math::fast}).value().math, Math::fast);
}

TEST(TargetOf, AnInstructionSetOrAMachineThatIsWrongIsRefused) {
    EXPECT_FALSE(target_of({.target = "z80"}));
    CompileOptions options;
    options.scheduling.machine_json = "{";
    EXPECT_FALSE(target_of(options));
}

}  // namespace
}  // namespace pantile::driver
