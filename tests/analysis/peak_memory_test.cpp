// The parts of the workspace, one by one; that the sum is what emitted code takes is checked beside the
// emitter.
#include "analysis/peak_memory.h"

#include <gtest/gtest.h>

#include "ir/workspace.h"

namespace pantile::analysis {
namespace {

using namespace ir;

constexpr int64_t kLine = 64;

LoopBuffer bytes(const std::string& name, int64_t count, MemorySpace space = MemorySpace::global) {
    LoopBuffer b{name, ScalarType::u8, space, {"x"}, name, {constant_i64(0)}, {constant_i64(count - 1)}};
    b.extents = {constant_i64(count)};
    b.folds = {0};
    return b;
}

Loops images(std::vector<LoopBuffer> buffers, std::vector<std::vector<std::string>> slots) {
    Loops loops;
    loops.buffers = std::move(buffers);
    loops.slots = std::move(slots);
    return loops;
}

TEST(PeakMemory, ImagesThatTakeTurnsTakeTheRoomOfTheLargest) {
    EXPECT_EQ(peak_memory(images({bytes("a", 1000), bytes("b", 10)}, {{"a", "b"}}), {}, 1), 1000 + kLine);
    EXPECT_EQ(peak_memory(images({bytes("a", 10), bytes("b", 1000)}, {{"a", "b"}}), {}, 1), 1000 + kLine);
}

TEST(PeakMemory, EachImageBeginsOnALineAndALargeOneOnAHugePage) {
    EXPECT_EQ(peak_memory(images({bytes("a", 10), bytes("b", 10)}, {{"a"}, {"b"}}), {}, 1),
              kLine + 10 + kLine);
    EXPECT_EQ(peak_memory(images({bytes("a", 10), bytes("b", 8 * kHugePage)}, {{"a"}, {"b"}}), {}, 1),
              9 * kHugePage + kLine);
}

TEST(PeakMemory, EachThreadHasAnArenaWhereTasksUseScratch) {
    Loops loops = images({bytes("t", 100, MemorySpace::scratch)}, {});
    loops.arena_bytes = constant_i64(128);
    const StatementPtr store =
        statement(Store{"t", {constant_i64(0)}, constant(Value::of_int(ScalarType::u8, 1))});
    const int64_t arena = (128 + 64 + 127) / 256 * 256 + 128;
    loops.program.steps = {Compute{"serial", {}, store}};
    EXPECT_EQ(peak_memory(loops, {}, 3), arena + kLine);
    const For tasks{Scope::local, "task", constant_i64(0), constant_i64(9), LoopLevel::thread, store};
    loops.program.steps = {Compute{"threads", {}, statement(tasks)}};
    EXPECT_EQ(peak_memory(loops, {}, 3), 3 * arena + kLine);
}

TEST(PeakMemory, WhatNoMachineHasIsNoNumber) {
    EXPECT_EQ(peak_memory(images({bytes("a", INT64_MAX / 64)}, {{"a"}}), {}, 1), std::nullopt);
    EXPECT_EQ(peak_memory(images({}, {}), {}, 1), 0);
}

}  // namespace
}  // namespace pantile::analysis
