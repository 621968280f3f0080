#include <gtest/gtest.h>

#include "machine/machine.h"

namespace pantile::machine {
namespace {

Machine small() {
    return {.name = "Toy",
            .cores = 4,
            .vector_bytes = 32,
            .l1 = {32768, 200, 800, 1.2},
            .l2 = {393216, 90, 360, 4},
            .memory = {0, 14, 32, 85},
            .cycle = 0.29,
            .task = 4500,
            .measured = true};
}

TEST(MachineText, ShowsEveryLevelThatThereIs) {
    EXPECT_EQ(to_text(small()),
              "Toy\n"
              "cores        4\n"
              "vectors      32 bytes: 8 floats\n"
              "cycle        0.29 ns\n"
              "parallel     4.5 µs to start a loop on all cores and wait for its end\n"
              "numbers      measured\n"
              "\n"
              "level         size      one core     all cores    latency\n"
              "L1          32 KiB      200 GB/s      800 GB/s     1.2 ns\n"
              "L2         384 KiB       90 GB/s      360 GB/s       4 ns\n"
              "memory                   14 GB/s       32 GB/s      85 ns\n");
}

TEST(MachineText, ShowsHowImagesAreCopied) {
    Machine machine = small();
    machine.images = {6.5, 14, 9, 21, 7};
    const std::string text = to_text(machine);
    EXPECT_EQ(text.substr(text.find("\nimages")),
              "\nimages in memory\n"
              "copy                    6.5 GB/s       14 GB/s\n"
              "non-temporal copy         9 GB/s       21 GB/s\n"
              "read in segments          7 GB/s\n");
}

TEST(MachineText, SaysWhetherNumbersAreMeasured) {
    Machine machine = small();
    machine.measured = false;
    EXPECT_NE(to_text(machine).find("numbers      typical ones, not measured\n"), std::string::npos);
}

}  // namespace
}  // namespace pantile::machine
