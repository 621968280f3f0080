#include "passes/place_scratch.h"

#include <gtest/gtest.h>

#include "ir/print.h"
#include "ir/scratch_layout.h"
#include "ir/verify_loops.h"
#include "passes/tiled_loops.h"

namespace pantile::passes {
namespace {

const LoopBuffer& buffer(const Loops& loops, const std::string& name) {
    for (const LoopBuffer& b : loops.buffers) {
        if (b.name == name) return b;
    }
    throw std::runtime_error("no buffer " + name);
}

std::optional<int64_t> place_of(const Loops& loops, const std::string& name) {
    return constant_int(*buffer(loops, name).offset);
}

TEST(PlaceScratch, BuffersThatAreNeverInUseAtTheSameTimeShareMemory) {
    const Loops loops = place_scratch(tiled());
    EXPECT_EQ(ir::violation_of(loops), std::nullopt);
    EXPECT_EQ(place_of(loops, "a"), 0);
    EXPECT_EQ(place_of(loops, "b"), 9 * 128);
    EXPECT_EQ(place_of(loops, "c"), 0);
    EXPECT_EQ(constant_int(loops.arena_bytes), (9 + 8) * 128);
    EXPECT_TRUE(share_memory(buffer(loops, "a"), buffer(loops, "c")));
    EXPECT_FALSE(share_memory(buffer(loops, "a"), buffer(loops, "b")));
}

TEST(PlaceScratch, AGapMustHaveRoomForTheWholeBuffer) {
    // 'd' may lie on 'a', but not on 'c', which lies at its beginning, nor on 'b' behind it.
    const Loops loops = place_scratch(
        tiled({scratch("a", 32, 10), scratch("b", 32, 9), scratch("c", 32, 8), scratch("d", 32, 8)},
              {rows("a", load("img")), rows("b", load("a")), rows("c", load("img")), rows("d", load("c")),
               rows("out", add(load("b"), load("d")))}));
    EXPECT_EQ(place_of(loops, "a"), 0);
    EXPECT_EQ(place_of(loops, "b"), 10 * 128);
    EXPECT_EQ(place_of(loops, "c"), 0);
    EXPECT_EQ(place_of(loops, "d"), (10 + 9) * 128);
}

TEST(PlaceScratch, WhatALoopUsesIsInUseAsLongAsItRuns) {
    const StatementPtr loop = statement(
        For{Scope::local, "again", constant_i64(0), constant_i64(1), LoopLevel::serial, block(stages())});
    const Loops loops =
        place_scratch(tiled({scratch("a", 32, 9), scratch("b", 32, 8), scratch("c", 32, 8)}, {loop}));
    EXPECT_EQ(constant_int(loops.arena_bytes), (9 + 8 + 8) * 128);
}

TEST(PlaceScratch, BranchesAreLookedAtOneByOne) {
    const Expr condition = binary(BinaryOp::lt, wide("tile.index"), constant_i64(1));
    const StatementPtr choice = statement(If{condition, block(stages()), block(stages())});
    const Loops loops =
        place_scratch(tiled({scratch("a", 32, 9), scratch("b", 32, 8), scratch("c", 32, 8)}, {choice}));
    EXPECT_EQ(constant_int(loops.arena_bytes), (9 + 8) * 128);
    std::vector<StatementPtr> read_later = {choice, rows("out", add(load("a"), number(0)))};
    EXPECT_EQ(
        constant_int(
            place_scratch(tiled({scratch("a", 32, 9), scratch("b", 32, 8), scratch("c", 32, 8)}, read_later))
                .arena_bytes),
        (9 + 8 + 8) * 128);
}

TEST(PlaceScratch, ElementsOfDifferentTypesDoNotShareMemory) {
    std::vector<StatementPtr> body = stages();
    body[2] = statement(Store{"c", {wide("out.x.min"), wide("y.lo")}, constant_i32(1)});
    body[3] = statement(Store{"out", {wide("out.x.min"), wide("y.lo")}, load("b")});
    const Loops loops =
        place_scratch(tiled({scratch("a", 32, 9), scratch("b", 32, 8),
                             scratch("c", {constant_i64(32), constant_i64(8)}, ScalarType::i32)},
                            body));
    EXPECT_EQ(constant_int(loops.arena_bytes), (9 + 8 + 8) * 128);
}

TEST(PlaceScratch, ABufferWithoutANumberForItsSizeComesLast) {
    const Expr width = wide("out.x.max");
    const Loops loops = place_scratch(
        tiled({scratch("a", {width, constant_i64(9)}), scratch("b", 32, 8), scratch("c", 32, 8)}, stages()));
    EXPECT_EQ(place_of(loops, "b"), 0);
    EXPECT_EQ(place_of(loops, "c"), 8 * 128);
    EXPECT_EQ(place_of(loops, "a"), 2 * 8 * 128);
    EXPECT_EQ(whole_text(loops.arena_bytes), "((max(out.x.max, 0) + 15) / 32 * 32 + 16) * 9 * 4 + 2048");
}

TEST(PlaceScratch, BuffersThatOverlapInPartShareMemory) {
    const auto at = [](int64_t offset) {
        LoopBuffer b = scratch("b", 32, 8);
        b.offset = constant_i64(offset);
        return b;
    };
    EXPECT_TRUE(share_memory(at(0), at(128)));
    EXPECT_TRUE(share_memory(at(7 * 128), at(0)));
    EXPECT_FALSE(share_memory(at(0), at(8 * 128)));
    EXPECT_FALSE(share_memory(at(8 * 128), at(0)));
}

TEST(PlaceScratch, BuffersWithoutNumbersLieBehindEachOther) {
    std::vector<LoopBuffer> buffers = {scratch("a", 32, 9), scratch("b", 32, 8), scratch("c", 32, 8)};
    for (LoopBuffer& b : buffers) b.extents[0] = wide("out.x.max");
    const Loops loops = place_scratch(tiled(buffers, stages()));
    const auto place = [&](const std::string& name) { return ir::to_text(*buffer(loops, name).offset); };
    EXPECT_NE(place("a"), place("b"));
    EXPECT_NE(place("b"), place("c"));
    EXPECT_NE(place("a"), place("c"));
}

TEST(PlaceScratch, TheArenaIsAsLargeAsTheLargestStepNeeds) {
    Loops loops = tiled();
    Compute other = std::get<Compute>(loops.program.steps[0].kind);
    other.name = "group1";
    other.body = rows("d", number(1));
    loops.program.steps.push_back(other);
    loops.buffers.push_back(scratch("d", 32, 100));
    EXPECT_EQ(constant_int(place_scratch(loops).arena_bytes), 100 * 128);
    EXPECT_EQ(place_of(place_scratch(loops), "d"), 0);
}

TEST(ScratchLayout, RowsBeginOnLinesAndDoNotCompeteForTheCache) {
    EXPECT_EQ(constant_int(scratch_layout(scratch("a", 33, 2)).strides[1]), 48);
    EXPECT_EQ(constant_int(scratch_layout(scratch("a", 33, 2)).bytes), 48 * 2 * 4);
    EXPECT_EQ(constant_int(scratch_layout(scratch("a", 1024, 2)).strides[1]), 1024 + 16);
    EXPECT_EQ(constant_int(scratch_layout(scratch("a", 2047, 2)).strides[1]), 2048 + 16);
}

TEST(ScratchLayout, AFoldedDimensionHasRoomForItsLastCoordinates) {
    LoopBuffer b = scratch("a", 16, 1000);
    b.folds = {0, 4};
    EXPECT_EQ(constant_int(scratch_layout(b).bytes), 16 * 4 * 4);
}

TEST(VerifyLoops, RefusesALoopOfThreadsInsideAnother) {
    Loops loops = tiled();
    const For& tiles = std::get<For>(std::get<Compute>(loops.program.steps[0].kind).body->kind);
    For inner = tiles;
    inner.variable = "inner.index";
    For outer = tiles;
    outer.body = statement(std::move(inner));
    std::get<Compute>(loops.program.steps[0].kind).body = statement(std::move(outer));
    EXPECT_EQ(ir::violation_of(loops),
              "the loop of threads over 'inner.index' stands inside of another loop or of a branch");
}

TEST(VerifyLoops, RefusesStoresToWhatIsGiven) {
    Loops loops = tiled({}, {rows("img", number(1))});
    EXPECT_EQ(ir::violation_of(loops), "'img' is given and written");
}

TEST(VerifyLoops, OnlyTheCallerGives) {
    Loops loops = tiled();
    for (LoopBuffer& b : loops.buffers) {
        if (b.name == "a") b.contents = Contents::given;
    }
    EXPECT_EQ(ir::violation_of(loops), "'a' is given, but not by the caller");
}

TEST(VerifyLoops, RefusesScratchWhoseBoxIsNotKnown) {
    Loops loops = tiled();
    for (LoopBuffer& b : loops.buffers) {
        if (b.name == "a") b.mins[1] = wide("y.unknown");
    }
    EXPECT_EQ(ir::violation_of(loops), "'y.unknown' has no value");
}

}  // namespace
}  // namespace pantile::passes
