#include "passes/vector_indices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/verify_loops.h"
#include "passes/reduce_strength.h"
#include "passes/texts.h"
#include "passes/vectorize.h"

namespace pantile::passes {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string rewritten(const std::string& items) {
    const ir::Loops loops = vector_indices(vectorize(reduce_strength(lowered(items)), {.vector_bytes = 32}));
    EXPECT_EQ(ir::violation_of(loops), std::nullopt);
    return step_text(loops, "f");
}

TEST(VectorIndices, AClampedIndexIsAVectorOfItsOwnType) {
    const std::string text =
        rewritten("input a: f32(x)\ninput t: f32(i)\noutput f(x) = t(clamp(i32(a(x)), 0, 255))\n");
    EXPECT_THAT(text, HasSubstr("let index1 = min(max(i32(a(lanes(x.start, 8))), 0), 255)\n"));
    EXPECT_THAT(text, HasSubstr("f(lanes(x.start, 8)) = t(i64(index1))\n"));
}

TEST(VectorIndices, WhatIsTheSameInAllLanesStaysExact) {
    const std::string text = rewritten(
        "input a: f32(x, k)\ninput t: f32(i)\noutput f(x, k) = t(clamp(i32(a(x, k)), 0, 255) - 256 * k)\n");
    EXPECT_THAT(text, HasSubstr("t(i64(index1) - 256 * k)"));
}

TEST(VectorIndices, BytesNeedLanesOfSixteenBits) {
    const std::string text =
        rewritten("input a: u8(x)\ninput t: u8(i)\noutput f(x) = t(clamp(a(x) - 1, 0, 255) + 3)\n");
    EXPECT_THAT(text, HasSubstr("i16("));
    EXPECT_THAT(text, Not(HasSubstr("i32(")));
}

TEST(VectorIndices, AnElementIsTakenFromWhereItLies) {
    EXPECT_THAT(rewritten("input a: u8(x)\ninput t: u8(i)\noutput f(x) = t(a(x))\n"),
                Not(HasSubstr("index")));
}

TEST(VectorIndices, IndicesThatRunEvenlyStay) {
    EXPECT_THAT(rewritten("input t: f32(i)\noutput f(x) = t(2 * x + 1) + t(x / 8)\n"),
                Not(HasSubstr("index")));
}

TEST(VectorIndices, LoadsWithTheSameIndexShareIt) {
    const std::string text = rewritten(
        "input a: f32(x)\ninput t: f32(i, c)\n"
        "output f(x) = t(i, 0) * t(i, 1) + t(i + 1, 0) with i = clamp(i32(a(x)), 0, 9)\n");
    EXPECT_THAT(text, HasSubstr("let index1 ="));
    EXPECT_THAT(text, Not(HasSubstr("let index3 =")));
}

TEST(VectorIndices, WhatDoesNotFitIntoSixteenBitsHasMore) {
    const std::string text =
        rewritten("input a: u8(x)\ninput t: u8(i)\noutput f(x) = t(i32(a(x)) * 300 + i32(a(x+1)))\n");
    EXPECT_THAT(text, HasSubstr("i32(a("));
    EXPECT_THAT(text, Not(HasSubstr("i16(")));
}

TEST(VectorIndices, ShiftsByAllBitsOfANarrowTypeAreDoneInAWiderOne) {
    const std::string text = rewritten(
        "input a: u8(x)\ninput t: u8(i)\noutput f(x) = t((i32(a(x)) - 100) / 65536 + i32(a(x+1)))\n");
    EXPECT_THAT(text, HasSubstr(">> 16"));
    EXPECT_THAT(text, Not(HasSubstr("i16(")));
}

// The step 'f' with another body, made of its only store.
std::string rewritten_store(const std::function<ir::StatementPtr(const ir::Store&)>& body) {
    ir::Loops loops =
        vectorize(lowered("input a: f32(x)\ninput t: f32(i)\noutput f(x) = t(clamp(i32(a(x)), 0, 255))\n"),
                  {.vector_bytes = 32});
    change_bodies(loops, [&](const ir::StatementPtr& before) {
        std::optional<ir::Store> store;
        ir::for_each_statement(*before, [&](const ir::Statement& s) {
            const ir::Store* const found = std::get_if<ir::Store>(&s.kind);
            if (found && found->value.lanes() > 1) store = *found;
        });
        return body(store.value());
    });
    return step_text(vector_indices(loops), "f");
}

TEST(VectorIndices, AStoreMayChangeAnIndex) {
    const std::string text = rewritten_store([](const ir::Store& store) {
        return ir::block({ir::statement(store), ir::statement(store)});
    });
    EXPECT_THAT(text, HasSubstr("t(i64(index1))"));
    EXPECT_THAT(text, HasSubstr("t(i64(index2))"));
}

TEST(VectorIndices, WhatALoopStoresMayChangeAnIndexOfItsNextRound) {
    const std::string text = rewritten_store([](const ir::Store& store) {
        const ir::Expr no = ir::constant(ir::Value::of_int(ScalarType::i64, 0));
        return ir::block({ir::statement(ir::Declare{"v", store.value, false, store.value.lanes()}),
                          ir::statement(ir::For{ir::Scope::reduction, "k", no, no, ir::LoopLevel::serial,
                                                ir::block({ir::statement(store)})})});
    });
    EXPECT_THAT(text, HasSubstr("let v = t(i64(index1))"));
    EXPECT_THAT(text, HasSubstr("t(i64(index2))"));
}

}  // namespace
}  // namespace pantile::passes
