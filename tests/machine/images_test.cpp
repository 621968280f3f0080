#include <gtest/gtest.h>

#include "machine/machine.h"

namespace pantile::machine {
namespace {

Machine with_images(const Images& images) {
    Machine machine;
    machine.memory = {0, 20, 40, 100};
    machine.images = images;
    return machine;
}

TEST(MachineImages, WritingIsWhatACopyTakesBesideReading) {
    const Machine machine = with_images({10, 16, 16, 32, 8});
    EXPECT_DOUBLE_EQ(write_time(machine, Cores::one, Stores::cached), 1.0 / 10 - 1.0 / 20);
    EXPECT_DOUBLE_EQ(write_time(machine, Cores::all, Stores::cached), 1.0 / 16 - 1.0 / 40);
    EXPECT_DOUBLE_EQ(write_time(machine, Cores::one, Stores::streamed), 1.0 / 16 - 1.0 / 20);
    EXPECT_DOUBLE_EQ(time_of_parts(machine), 2.5);
    EXPECT_TRUE(streams_well(machine));
}

// The parts are measured one after the other, on a machine that is never quite the same.
TEST(MachineImages, WritingIsNeverForNothing) {
    const Machine machine = with_images({30, 30, 25, 25, 50});
    EXPECT_DOUBLE_EQ(write_time(machine, Cores::one, Stores::cached), 0.2 / 30);
    EXPECT_EQ(time_of_parts(machine), 1);
    EXPECT_FALSE(streams_well(machine));
}

TEST(MachineImages, WhatIsNotKnownIsAsUsual) {
    const Machine machine = with_images({});
    EXPECT_DOUBLE_EQ(write_time(machine, Cores::one, Stores::cached), 1.0 / 20);
    EXPECT_DOUBLE_EQ(write_time(machine, Cores::all, Stores::cached), 1.0 / 40);
    EXPECT_GT(time_of_parts(machine), 1);
    EXPECT_FALSE(streams_well(machine));
}

}  // namespace
}  // namespace pantile::machine
