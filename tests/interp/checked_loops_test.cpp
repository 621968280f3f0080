// Programs of Loops written by hand, each with one mistake that the interpreter must find.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interp/images.h"
#include "interp/interpret_loops.h"
#include "ir/build.h"

namespace pantile::interp {
namespace {

using namespace ir;
using testing::HasSubstr;

Expr i64(int64_t v) { return constant_i64(v); }
Expr local(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }
Expr x() { return variable(Scope::coordinate, "x", ScalarType::i64); }
Expr plus(const Expr& a, int64_t b) { return make_node(Sum{{a, i64(b)}}, ScalarType::i64); }
Expr plus(const Expr& a, const Expr& b) { return make_node(Sum{{a, b}}, a.type()); }
Expr times(const Expr& a, int64_t b) { return make_node(Binary{BinaryOp::mul, a, i64(b)}, ScalarType::i64); }
Expr load(const std::string& buffer, const Expr& at, ScalarType type = ScalarType::i32) {
    return make_node(Load{buffer, {at}}, type);
}
Expr narrow(const Expr& e) { return make_node(Cast{e}, ScalarType::i32); }

StatementPtr store(const std::string& buffer, const Expr& at, const Expr& value) {
    return statement(Store{buffer, {at}, value});
}
StatementPtr loop(const Expr& min, const Expr& max, StatementPtr body, LoopLevel level = LoopLevel::serial,
                  int64_t step = 1) {
    return statement(For{Scope::coordinate, "x", min, max, level, std::move(body), step});
}
StatementPtr tasks(int64_t first, int64_t last, StatementPtr body) {
    return statement(For{Scope::local, "tile", i64(first), i64(last), LoopLevel::thread, std::move(body), 1});
}

LoopBuffer caller_buffer(const std::string& name, Contents contents) {
    const Scope scope = contents == Contents::given ? Scope::dimension : Scope::local;
    LoopBuffer b{name,
                 ScalarType::i32,
                 MemorySpace::caller,
                 {"x"},
                 name,
                 {variable(scope, name + ".x.min", ScalarType::i64)},
                 {variable(scope, name + ".x.max", ScalarType::i64)}};
    b.contents = contents;
    return b;
}

// One dimension, from 'min' on, with room for 'extent' elements.
LoopBuffer scratch_buffer(const std::string& name, const Expr& min, int64_t extent, int64_t fold = 0) {
    LoopBuffer b{name, ScalarType::i32, MemorySpace::scratch, {"x"}, name, {min}, {min}};
    b.extents = {i64(extent)};
    b.folds = {fold};
    return b;
}

LoopBuffer global_buffer(const std::string& name, int64_t min, int64_t max) {
    return {name, ScalarType::i32, MemorySpace::global, {"x"}, name, {i64(min)}, {i64(max)}};
}

// An input 'in' and an output 'out' of 16 elements, and one step.
Loops program(std::vector<LoopBuffer> buffers, StatementPtr body) {
    Loops loops{.name = "p"};
    loops.buffers = {caller_buffer("in", Contents::given), caller_buffer("out", Contents::computed)};
    for (LoopBuffer& b : buffers) {
        if (b.space == MemorySpace::global) loops.program.steps.push_back(Allocate{b.name});
        loops.buffers.push_back(std::move(b));
    }
    loops.program.steps.push_back(Compute{"step", {}, std::move(body)});
    return loops;
}

AnyBuffer sixteen() { return AnyBuffer::allocate(ScalarType::i32, {{0, 16, 0}}).value(); }

std::vector<double> run(const Loops& loops, ParallelOrder order = ParallelOrder::forward) {
    const std::map<std::string, AnyBuffer> inputs = {{"in", test::counting(ScalarType::i32, {16})}};
    const std::map<std::string, AnyBuffer> outputs = {{"out", sixteen()}};
    EXPECT_EQ(interpret_loops({loops, inputs, outputs, {}, order}), std::nullopt);
    return test::numbers_of(outputs.at("out"));
}

std::string mistake_in(const Loops& loops, ParallelOrder order = ParallelOrder::forward) {
    try {
        run(loops, order);
        return "";
    } catch (const std::logic_error& e) {
        return e.what();
    }
}

// ---- what is right

TEST(CheckedLoops, StepsOverPointsAndStopsAtTheLast) {
    const Loops loops =
        program({}, loop(i64(1), i64(12), store("out", x(), load("in", x())), LoopLevel::serial, 5));
    EXPECT_EQ(run(loops), (std::vector<double>{0, 1, 0, 0, 0, 0, 6, 0, 0, 0, 0, 11, 0, 0, 0, 0}));
}

TEST(CheckedLoops, VectorsActLaneByLane) {
    const Expr lanes = lanes_from(x(), 4);
    const Expr loaded = load("in", lanes);
    const Expr local_value = vector_local("v", ScalarType::i32, 4);
    const StatementPtr body = block({
        statement(Declare{"v", plus(loaded, constant_i32(100)), true, 4}),
        statement(Assign{"v", plus(local_value, local_value)}),
        store("out", lanes, local_value),
    });
    const auto got = run(program({}, loop(i64(0), i64(15), body, LoopLevel::serial, 4)));
    for (size_t i = 0; i < 16; ++i) EXPECT_EQ(got[i], 200 + 2 * static_cast<double>(i));
}

TEST(CheckedLoops, AVectorIsReadBeforeAnyOfItIsStored) {
    // out(0..3) = 0 1 2 3, then out(1..4) = out(0..3): a loop would spread the first element.
    const StatementPtr body = block({
        store("out", lanes_from(i64(0), 4), load("in", lanes_from(i64(0), 4))),
        store("out", lanes_from(i64(1), 4), load("out", lanes_from(i64(0), 4))),
    });
    const auto got = run(program({}, body));
    EXPECT_EQ(std::vector<double>(got.begin(), got.begin() + 6), (std::vector<double>{0, 0, 1, 2, 3, 0}));
}

TEST(CheckedLoops, OneScalarCountsForEveryLane) {
    const Loops loops =
        program({}, block({statement(Declare{"v", constant_i32(7), false, 4}),
                           store("out", lanes_from(i64(2), 4), vector_local("v", ScalarType::i32, 4)),
                           store("out", lanes_from(i64(8), 2), constant_i32(5))}));
    EXPECT_EQ(run(loops), (std::vector<double>{0, 0, 7, 7, 7, 7, 0, 0, 5, 5, 0, 0, 0, 0, 0, 0}));
}

// A window of two rows that slides along x: out(x) = s(x) + s(x-1), s(x) = in(x).
Loops sliding(int64_t fold) {
    const StatementPtr body = block({
        store("s", i64(0), load("in", i64(0))),
        loop(i64(1), i64(15),
             block({store("s", x(), load("in", x())),
                    store("out", x(), plus(load("s", x()), load("s", plus(x(), -1))))})),
    });
    return program({scratch_buffer("s", i64(0), fold, fold)}, body);
}

TEST(CheckedLoops, AFoldKeepsTheLastRows) {
    const auto got = run(sliding(2));
    for (size_t i = 1; i < 16; ++i) EXPECT_EQ(got[i], 2 * static_cast<double>(i) - 1);
}

// The scratch of one tile of four elements begins where the tile does.
Loops tiled(const Expr& read_at) {
    const StatementPtr tile = block({
        statement(Declare{"s.min", times(local("tile"), 4)}),
        loop(local("s.min"), plus(local("s.min"), 3), store("s", x(), load("in", x()))),
        loop(local("s.min"), plus(local("s.min"), 3), store("out", x(), load("s", read_at))),
    });
    return program({scratch_buffer("s", local("s.min"), 4)}, tasks(0, 3, tile));
}

TEST(CheckedLoops, ScratchMovesWithItsTile) {
    for (const ParallelOrder order : {ParallelOrder::forward, ParallelOrder::backward}) {
        const auto got = run(tiled(x()), order);
        for (size_t i = 0; i < 16; ++i) EXPECT_EQ(got[i], static_cast<double>(i));
    }
}

// ---- what is wrong

TEST(CheckedLoops, FindsAFoldThatIsTooSmall) {
    EXPECT_EQ(mistake_in(sliding(1)),
              "'s' at (0) is read from scratch, but 's' at (1) was stored there last");
}

TEST(CheckedLoops, FindsAReadOutsideOfScratch) {
    EXPECT_EQ(mistake_in(tiled(plus(x(), 1))),
              "'s' at (4) is used outside [0, 3] in dimension 0 of its scratch");
}

TEST(CheckedLoops, FindsAStoreOutsideOfScratch) {
    Loops loops = tiled(x());
    loops.buffers.back().extents = {i64(3)};
    EXPECT_THAT(mistake_in(loops), HasSubstr("'s' at (3) is used outside [0, 2]"));
}

TEST(CheckedLoops, FindsScratchThatAnotherTaskWrote) {
    const StatementPtr once =
        statement(If{make_node(Binary{BinaryOp::eq, local("tile"), i64(0)}, ScalarType::boolean),
                     store("s", i64(0), constant_i32(1)), nullptr});
    const Loops loops = program({scratch_buffer("s", i64(0), 1)},
                                tasks(0, 1, block({once, store("out", local("tile"), load("s", i64(0)))})));
    EXPECT_EQ(mistake_in(loops), "'s' at (0) is read from scratch, but it was never written");
}

TEST(CheckedLoops, FindsScratchThatAnEarlierStepWrote) {
    Loops loops = program({scratch_buffer("s", i64(0), 1)}, store("s", i64(0), constant_i32(1)));
    loops.program.steps.push_back(Compute{"next", {}, store("out", i64(0), load("s", i64(0)))});
    EXPECT_EQ(mistake_in(loops), "'s' at (0) is read from scratch, but it was never written");
}

// 'a' is read after 'b' was stored: they must not share memory.
Loops two_in_an_arena(int64_t offset_of_b) {
    LoopBuffer a = scratch_buffer("a", i64(0), 4), b = scratch_buffer("b", i64(0), 4);
    a.offset = i64(0);
    b.offset = i64(offset_of_b);
    const StatementPtr body = block({loop(i64(0), i64(3), store("a", x(), load("in", x()))),
                                     loop(i64(0), i64(3), store("b", x(), load("a", x()))),
                                     loop(i64(0), i64(3), store("out", x(), load("b", x()))),
                                     store("out", i64(4), load("a", i64(3)))});
    Loops loops = program({a, b}, body);
    loops.arena_bytes = i64(32);
    return loops;
}

TEST(CheckedLoops, FindsScratchThatDoesNotFitInTheArena) {
    EXPECT_EQ(mistake_in(two_in_an_arena(17)), "'b' lies in bytes 17 to 32 of an arena of 32");
}

TEST(CheckedLoops, FindsTwoBuffersInOnePlaceOfTheWorkspace) {
    Loops loops = program({global_buffer("s", 0, 0), global_buffer("t", 0, 0)}, block({}));
    loops.slots = {{"s", "t"}};
    EXPECT_EQ(mistake_in(loops), "'t' is allocated in the place of 's', which is in use");
    loops.program.steps.insert(loops.program.steps.begin() + 1, Release{"s"});
    EXPECT_EQ(mistake_in(loops), "");
}

TEST(CheckedLoops, FindsScratchThatIsReusedTooEarly) {
    EXPECT_EQ(mistake_in(two_in_an_arena(16)), "");
    EXPECT_EQ(mistake_in(two_in_an_arena(12)),
              "'a' at (3) is read from scratch, but 'b' at (0) was stored there last");
    // Two bytes are enough.
    EXPECT_EQ(mistake_in(two_in_an_arena(14)),
              "'a' at (3) is read from scratch, but 'b' at (0) was stored there last");
}

TEST(CheckedLoops, FindsAnElementThatWasNeverWritten) {
    const Loops loops = program({global_buffer("s", 0, 15)},
                                block({loop(i64(0), i64(14), store("s", x(), load("in", x()))),
                                       loop(i64(0), i64(15), store("out", x(), load("s", x())))}));
    EXPECT_EQ(mistake_in(loops), "'s' at (15) is read, but it was never written");
    EXPECT_EQ(mistake_in(program({}, store("out", i64(0), load("out", i64(1))))),
              "'out' at (1) is read, but it was never written");
}

TEST(CheckedLoops, MemoryThatIsAllocatedAgainIsNew) {
    Loops loops = program({global_buffer("s", 0, 0)}, store("s", i64(0), constant_i32(1)));
    loops.program.steps.push_back(Release{"s"});
    loops.program.steps.push_back(Allocate{"s"});
    loops.program.steps.push_back(Compute{"next", {}, store("out", i64(0), load("s", i64(0)))});
    EXPECT_EQ(mistake_in(loops), "'s' at (0) is read, but it was never written");
}

TEST(CheckedLoops, SequencesRunInTheirPlaces) {
    Loops loops = program({global_buffer("s", 0, 0)}, store("s", i64(0), constant_i32(1)));
    loops.program = {
        {Sequence{{loops.program}},
         Sequence{{Compute{"next", {}, store("out", i64(0), load("s", i64(0)))}, Release{"s"}}}}};
    EXPECT_EQ(run(loops)[0], 1);
    std::swap(loops.program.steps[0], loops.program.steps[1]);
    EXPECT_EQ(mistake_in(loops), "'s' is used where it is not allocated");
}

TEST(CheckedLoops, FindsABufferThatIsNotAllocated) {
    Loops loops = program({global_buffer("s", 0, 0)}, store("s", i64(0), constant_i32(1)));
    loops.program.steps.erase(loops.program.steps.begin());
    EXPECT_EQ(mistake_in(loops), "'s' is used where it is not allocated");
}

TEST(CheckedLoops, FindsTwoTasksThatWriteOneElement) {
    const auto overlap = [](int64_t width) {
        const Expr first = times(local("tile"), 4);
        return program({},
                       tasks(0, 2, loop(first, plus(first, width - 1), store("out", x(), load("in", x())))));
    };
    EXPECT_EQ(mistake_in(overlap(4)), "");
    for (const ParallelOrder order : {ParallelOrder::forward, ParallelOrder::backward}) {
        EXPECT_THAT(mistake_in(overlap(5), order), HasSubstr("is written by two tasks"));
    }
}

TEST(CheckedLoops, OneTaskMayWriteAnElementTwice) {
    EXPECT_EQ(mistake_in(program({}, tasks(0, 3,
                                           block({store("out", local("tile"), constant_i32(1)),
                                                  store("out", local("tile"), constant_i32(2))})))),
              "");
    // So may a later parallel loop, in another step or in the same one.
    const StatementPtr all = tasks(0, 3, store("out", local("tile"), constant_i32(1)));
    EXPECT_EQ(mistake_in(program({}, block({all, all}))), "");
}

TEST(CheckedLoops, IterationsOfNestedParallelLoopsAreTasksToo) {
    const StatementPtr inner = loop(i64(0), i64(3), store("out", x(), constant_i32(1)), LoopLevel::thread);
    EXPECT_EQ(mistake_in(program(
                  {}, statement(For{Scope::reduction, "r", i64(0), i64(1), LoopLevel::serial, inner}))),
              "");
    EXPECT_EQ(mistake_in(program({}, tasks(0, 1, inner))), "'out' at (0) is written by two tasks");
}

TEST(CheckedLoops, FindsATaskThatReadsWhatAnotherWrites) {
    // Each task reads its neighbour's element, which exists from an earlier step on.
    Loops loops = program({global_buffer("s", 0, 4)}, loop(i64(0), i64(4), store("s", x(), constant_i32(1))));
    loops.program.steps.push_back(
        Compute{"next", {}, tasks(0, 3, store("s", local("tile"), load("s", plus(local("tile"), 1))))});
    EXPECT_EQ(mistake_in(loops, ParallelOrder::forward), "");
    EXPECT_EQ(mistake_in(loops, ParallelOrder::backward),
              "'s' at (3) is written by one task and read by another");
}

TEST(CheckedLoops, FindsANameWithoutAValue) {
    const Loops loops = program({}, block({loop(i64(0), i64(3), statement(Declare{"t", x()})),
                                           store("out", i64(0), narrow(local("t")))}));
    EXPECT_EQ(mistake_in(loops), "'t' has no value here");
}

TEST(CheckedLoops, StopsWhenTheIterationsAreUsedUp) {
    const Loops loops =
        program({}, loop(i64(0), i64(15), store("out", x(), load("in", x())), LoopLevel::serial, 2));
    const std::map<std::string, AnyBuffer> inputs = {{"in", test::counting(ScalarType::i32, {16})}};
    const std::map<std::string, AnyBuffer> outputs = {{"out", sixteen()}};
    const auto with_at_most = [&](int64_t iterations) {
        return interpret_loops({loops, inputs, outputs, {}, ParallelOrder::forward, iterations});
    };
    EXPECT_EQ(with_at_most(8), std::nullopt);
    EXPECT_THROW(with_at_most(7), TooExpensive);
}

TEST(CheckedLoops, FindsAWriteToAnInput) {
    EXPECT_EQ(mistake_in(program({}, store("in", i64(0), constant_i32(1)))),
              "'in' at (0) is written, but it is an input");
}

}  // namespace
}  // namespace pantile::interp
