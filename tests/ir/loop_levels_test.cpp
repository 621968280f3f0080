#include "ir/loop_levels.h"

#include <gtest/gtest.h>

#include "ir/build.h"

namespace pantile::ir {
namespace {

Expr at(int64_t value) { return constant_i64(value); }

StatementPtr store() { return statement(Store{"b", {at(0)}, at(1)}); }
StatementPtr bound(const std::string& name, Expr value = at(3)) {
    return statement(Declare{name, std::move(value)});
}
StatementPtr loop(LoopLevel level, StatementPtr body, const std::string& variable = "y") {
    return statement(For{Scope::coordinate, variable, at(0), at(9), level, std::move(body)});
}

constexpr LoopLevel kAll[] = {LoopLevel::serial, LoopLevel::thread, LoopLevel::vector};

TEST(LoopLevels, NestFromThreadsOverSerialLoopsToVectors) {
    for (const LoopLevel outer : kAll) {
        for (const LoopLevel inner : kAll) {
            const bool legal =
                inner == LoopLevel::serial || (inner == LoopLevel::vector && outer != LoopLevel::vector);
            const StatementPtr nest = loop(outer, loop(inner, store(), "x"));
            EXPECT_EQ(!misplaced_level(*nest), legal) << name_of(outer) << " over " << name_of(inner);
            const StatementPtr between = loop(outer, loop(LoopLevel::serial, loop(inner, store(), "x"), "k"));
            EXPECT_EQ(!misplaced_level(*between), legal) << name_of(outer) << " far over " << name_of(inner);
        }
    }
}

TEST(LoopLevels, ThreadsStartInNoBranch) {
    const StatementPtr tasks = loop(LoopLevel::thread, store());
    const Expr condition = constant(Value::of_bool(true));
    EXPECT_EQ(misplaced_level(*statement(If{condition, tasks, nullptr})),
              "the loop of threads over 'y' stands inside of another loop or of a branch");
    EXPECT_TRUE(misplaced_level(*statement(If{condition, store(), tasks})));
    EXPECT_EQ(misplaced_level(*statement(If{condition, loop(LoopLevel::vector, store()), nullptr})),
              std::nullopt);
}

TEST(LoopLevels, OnlyBoundsStandBesideALoopOfThreads) {
    const StatementPtr tasks = loop(LoopLevel::thread, store());
    EXPECT_EQ(misplaced_level(*block({bound("y.lo"), block({bound("y.hi"), tasks}, "a comment")})),
              std::nullopt);
    EXPECT_EQ(misplaced_level(*block({store(), tasks})),
              "beside the loop of threads over 'y' its step has more than bounds in front of it");
    EXPECT_TRUE(misplaced_level(*block({tasks, bound("y.lo")})));
    EXPECT_TRUE(misplaced_level(*block({tasks, loop(LoopLevel::thread, store(), "x")})));
    EXPECT_TRUE(misplaced_level(*block({bound("value"), tasks})));
    EXPECT_TRUE(misplaced_level(*block({statement(Declare{"y.lo", at(1), true}), tasks})));
    const Expr loaded = make_node(Load{"b", {at(0)}}, ScalarType::i64);
    EXPECT_TRUE(misplaced_level(*block({bound("y.lo", loaded), tasks})));
}

TEST(LoopLevels, TheLoopOverTasksIsFoundWhereverItStands) {
    const StatementPtr tasks = loop(LoopLevel::thread, store());
    EXPECT_EQ(task_loop({"s", {}, tasks}), &std::get<For>(tasks->kind));
    EXPECT_TRUE(bounds_before_tasks({"s", {}, tasks}).empty());
    const Compute step{"s", {}, block({bound("y.lo"), block({bound("y.hi"), tasks})})};
    EXPECT_EQ(task_loop(step), &std::get<For>(tasks->kind));
    ASSERT_EQ(bounds_before_tasks(step).size(), 2u);
    EXPECT_EQ(bounds_before_tasks(step)[1].name, "y.hi");
    const Compute serial{"s", {}, block({bound("y.lo"), loop(LoopLevel::serial, store())})};
    EXPECT_EQ(task_loop(serial), nullptr);
    EXPECT_TRUE(bounds_before_tasks(serial).empty());
}

}  // namespace
}  // namespace pantile::ir
