#include "passes/vectorize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/build.h"
#include "ir/verify_loops.h"
#include "passes/reduce_strength.h"
#include "passes/texts.h"

namespace pantile::passes {
namespace {

using namespace ir;
using testing::HasSubstr;
using testing::Not;

Loops reduced(const std::string& items) { return reduce_strength(lowered(items)); }

// The text of the steps.
std::string vectorized(const std::string& items) {
    const Loops loops = vectorize(reduced(items), {.vector_bytes = 32});
    EXPECT_EQ(violation_of(loops), std::nullopt);
    const std::string text = to_text(loops);
    return text.substr(text.find("compute "));
}

TEST(Vectorize, AVectorAtTheEndIsMovedInwards) {
    EXPECT_EQ(vectorized("input a: f32(x, y)\noutput f(x, y) = a(x + 1, y) * 2\n"),
              R"(compute f
  for y in f.y.min..f.y.max thread
    let x.last_start = f.x.max + -7
    if f.x.min <= x.last_start
      for x.part in i64(0)..min(f.x.max + 1 - f.x.min & 7, 1)
        for x.start in select(x.part == 0, f.x.min, x.last_start)..x.last_start by 8
          f(lanes(x.start, 8), y) = a(lanes(x.start, 8) + 1, y) * 2.0
    else
      for x in f.x.min..f.x.max
        f(x, y) = a(x + 1, y) * 2.0
)");
}

// Most vectors begin at a multiple of their size from the first point of the row on.
TEST(Vectorize, WhatGoesPastTheCachesIsAlignedInTheMiddle) {
    Loops loops = reduced("input a: f32(x, y)\noutput f(x, y) = a(x + 1, y) * 2\n");
    for (LoopBuffer& b : loops.buffers) b.streamed = b.name == "f";
    loops = vectorize(loops, {.vector_bytes = 32});
    EXPECT_EQ(violation_of(loops), std::nullopt);
    const std::string text = to_text(loops);
    EXPECT_THAT(text, HasSubstr("output f: f32(x, y), non-temporal\n"));
    EXPECT_EQ(text.substr(text.find("compute ")),
              R"(compute f
  for y in f.y.min..f.y.max thread
    let x.last_start = f.x.max + -7
    let x.even_start = f.x.min + (f.x.out_min - f.x.min & 7)
    if f.x.min <= x.last_start
      for x.part in 1 - min(x.even_start - f.x.min, 1)..min(x.last_start - x.even_start & 7, 1) + 1
        for x.start in select(x.part == 0, f.x.min, select(x.part == 1, x.even_start, x.last_start))..select(x.part == 0, f.x.min, x.last_start) by 8
          f(lanes(x.start, 8), y) = a(lanes(x.start, 8) + 1, y) * 2.0
    else
      for x in f.x.min..f.x.max
        f(x, y) = a(x + 1, y) * 2.0
)");
}

TEST(Vectorize, WhereTheBodyReadsWhatItWritesTheEndIsScalar) {
    const std::string text =
        vectorized("input a: f32(x, y)\nf(x, y) = a(x, y)\nf(x, y) += a(x, y + i) for i in 0..9\noutput f\n");
    EXPECT_THAT(text, HasSubstr("for x in f.x.min..f.x.max + -7 by 8\n"));
    EXPECT_THAT(text, HasSubstr("let x.rest = max(f.x.min, f.x.max + 1 - (f.x.max + 1 - f.x.min & 7))\n"));
    EXPECT_THAT(text, HasSubstr("for x in x.rest..f.x.max\n"));
}

TEST(Vectorize, TheWidestValueDecidesHowManyLanesThereAre) {
    const auto lanes_of = [](const std::string& items) {
        const std::string text = vectorized(items);
        const size_t at = text.find(" by ");
        return at == std::string::npos ? 1 : std::stoi(text.substr(at + 4));
    };
    EXPECT_EQ(lanes_of("input a: u8(x, y)\noutput f(x, y) = a(x, y)\n"), 32);
    EXPECT_EQ(lanes_of("input a: u8(x, y)\noutput f(x, y) = u16(a(x, y))\n"), 16);
    EXPECT_EQ(lanes_of("input a: u8(x, y)\noutput f(x, y) = u8(f64(a(x, y)) / 3)\n"), 4);
    EXPECT_EQ(lanes_of("input a: u8(x, y)\ninput b: u8(i)\noutput f(x, y) = b(clamp(i64(a(x, y)), 0, 9))\n"),
              32);
}

TEST(Vectorize, NoVectorHasLessThanTwoLanesOrMoreThan64) {
    EXPECT_EQ(lanes_for({.vector_bytes = 16}, 8), 2);
    EXPECT_EQ(lanes_for({.vector_bytes = 8}, 8), 2);
    EXPECT_EQ(lanes_for({.vector_bytes = 64}, 1), 64);
    EXPECT_EQ(lanes_for({.vector_bytes = 128}, 1), 64);
    EXPECT_EQ(lanes_for({.vector_bytes = 32}, 4), 8);
}

TEST(Vectorize, AnAccumulatorBecomesAVector) {
    const std::string text = vectorized(
        "input a: f32(x, y)\nparam n: i32 = 9 in 1..99\n"
        "output f(x, y) = sum(a(x + i, y) for i in 0..n)\n");
    EXPECT_THAT(text, HasSubstr("          var t1 = f32(-0.0)\n"
                                "          for i in i64(0)..i64(n)\n"
                                "            t1 = t1 + a(lanes(x.start, 8) + i, y)\n"
                                "          f(lanes(x.start, 8), y) = t1\n"));
}

TEST(Vectorize, LanesThatGoDifferentWaysStayALoop) {
    const std::string text =
        vectorized("input a: f32(x, y)\noutput f(x, y) =\n  case x < y: a(x, y)\n  otherwise: 2 * a(x, y)\n");
    EXPECT_THAT(text, HasSubstr("for x in f.x.min..f.x.max vector\n"));
    EXPECT_THAT(text, Not(HasSubstr("lanes")));
}

TEST(Vectorize, ConditionsThatAreTheSameForAllLanesAreFine) {
    EXPECT_THAT(vectorized("input a: f32(x, y)\noutput f(x, y) =\n  case y < 3: a(x, y)\n"
                           "  otherwise: 2 * a(x, y)\n"),
                HasSubstr("if y < 3\n"));
}

TEST(Vectorize, ALoopWithALoopInItIsNotLeftToTheCCompiler) {
    EXPECT_THAT(vectorized("input a: f32(x)\nparam n: i32 = 9 in 1..99\n"
                           "output f(x) = sum(a(x + i) for i in 0..n)\n"),
                HasSubstr("for x in f.x.min..f.x.max thread\n"));
}

// 'f(x, y) = a(x, y)' with other statements for a row, made of its loop and of its store.
Loops with_row(const std::function<StatementPtr(For row, const Store& store)>& statements) {
    Loops loops = reduced("input a: f32(x, y)\noutput f(x, y) = a(x, y)\n");
    change_bodies(loops, [&](const StatementPtr& before) {
        std::optional<For> row;
        std::optional<Store> store;
        for_each_statement(*before, [&](const Statement& s) {
            if (const For* n = std::get_if<For>(&s.kind)) row = *n;
            if (const Store* n = std::get_if<Store>(&s.kind)) store = *n;
        });
        For rows = std::get<For>(before->kind);
        rows.body = statements(*row, *store);
        return statement(std::move(rows));
    });
    return loops;
}

Loops with_store(const std::function<Store(Store)>& change) {
    return with_row([&](For row, const Store& store) {
        row.body = statement(change(store));
        return statement(std::move(row));
    });
}

TEST(Vectorize, StoresThatAreNotToNeighboursStayALoop) {
    EXPECT_THAT(to_text(vectorize(with_store([](Store s) { return s; }), {.vector_bytes = 32})),
                HasSubstr("lanes("));
    const Loops strided = with_store([](Store s) {
        s.indices[0] = binary(BinaryOp::mul, s.indices[0], constant_i64(2));
        return s;
    });
    EXPECT_THAT(to_text(vectorize(strided, {.vector_bytes = 32})), Not(HasSubstr("lanes(")));
    Loops folded = with_store([](Store s) { return s; });
    for (LoopBuffer& b : folded.buffers) b.folds = {2, 0};
    EXPECT_THAT(to_text(vectorize(folded, {.vector_bytes = 32})), Not(HasSubstr("lanes(")));
}

Expr local_f32(const std::string& name) { return variable(Scope::local, name, ScalarType::f32); }
StatementPtr variable_of_zero(const std::string& name) {
    return statement(Declare{name, constant(Value::of_f32(0)), true});
}

TEST(Vectorize, WhatOneIterationLeavesForTheNextIsNoLane) {
    const Loops loops = with_row([](For row, const Store& store) {
        row.body = block({statement(Assign{"t", store.value}),
                          statement(Store{store.buffer, store.indices, local_f32("t")})});
        return block({variable_of_zero("t"), statement(std::move(row))});
    });
    EXPECT_THAT(to_text(vectorize(loops, {.vector_bytes = 32})), Not(HasSubstr("lanes(")));
}

// 't' is a sum of what 's' was before: it varies only when 's' is known to.
TEST(Vectorize, AnAccumulatorOfAnAccumulatorBecomesAVector) {
    const Loops loops = with_row([](For row, const Store& store) {
        const StatementPtr sums = block({statement(Assign{"t", add(local_f32("t"), local_f32("s"))}),
                                         statement(Assign{"s", add(local_f32("s"), store.value)})});
        row.body = block(
            {variable_of_zero("s"), variable_of_zero("t"),
             statement(For{Scope::reduction, "k", constant_i64(0), constant_i64(3), LoopLevel::serial, sums}),
             statement(Store{store.buffer, store.indices, local_f32("t")})});
        return statement(std::move(row));
    });
    const Loops vectors = vectorize(loops, {.vector_bytes = 32});
    EXPECT_EQ(violation_of(vectors), std::nullopt);
    EXPECT_THAT(to_text(vectors), HasSubstr("lanes("));
}

}  // namespace
}  // namespace pantile::passes
