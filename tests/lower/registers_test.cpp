// Blocks of points in registers: the loops that they become, and what neighbours share.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "ir/print.h"
#include "ir/traverse.h"
#include "lower/lower.h"
#include "plan/plan.h"
#include "search/naive.h"

namespace pantile::lower {
namespace {

using namespace ir;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string kImage = "input img: f32(x, y)\n";

// All steps of a pipeline whose last stage is computed in tiles, so many of its points at once.
StatementPtr tiled_body(const std::string& items, const std::vector<int64_t>& registers) {
    const ir::Pipeline p = front::parsed("pipeline p\n" + items);
    schedule::Schedule schedule = search::naive(p);
    schedule::Group& group = schedule.groups.back();
    group.tile.assign(p.stages.back().dims.size(), 16);
    group.parallel_dims.clear();
    group.registers = registers;
    const Loops loops = lower(plan::make_plan(p, schedule).value());
    std::vector<StatementPtr> all;
    for_each_compute(loops.program, [&](const Compute& step) { all.push_back(step.body); });
    return block(std::move(all));
}

// 'y by 4', 'x', 'store': what a step does, from the outside, without the loops over tiles.
std::vector<std::string> outline(const StatementPtr& body) {
    std::vector<std::string> out;
    for_each_statement(*body, [&](const Statement& s) {
        if (const For* loop = std::get_if<For>(&s.kind); loop && loop->scope != Scope::local) {
            out.push_back(loop->variable);
            if (loop->step > 1) out.back() += " by " + std::to_string(loop->step);
            if (loop->vectors > 1) out.back() += ", vectors " + std::to_string(loop->vectors);
        }
        if (const Store* store = std::get_if<Store>(&s.kind))
            out.push_back("store " + to_text(store->indices[1]));
    });
    return out;
}

size_t loads_in_first_loop(const StatementPtr& body) {
    std::set<const Node*> loads;
    bool done = false;
    for_each_statement(*body, [&](const Statement& s) {
        const For* loop = std::get_if<For>(&s.kind);
        if (done || !loop || loop->variable != "x") return;
        done = true;
        for_each_statement(*loop->body, [&](const Statement& inner) {
            for_each_expr(inner, [&](const Expr& e) {
                for_each_node(e, [&](const Expr& n) {
                    if (as<Load>(n)) loads.insert(n.id());
                });
            });
        });
    });
    return loads.size();
}

TEST(Registers, RowsAreComputedTogetherAndTheRestOneByOne) {
    EXPECT_THAT(outline(tiled_body(kImage + "output f(x, y) = img(x, y) + img(x, y + 1)\n", {1, 3})),
                ElementsAre("y by 3", "x", "store y", "store y + 1", "store y + 2", "y", "x", "store y"));
}

TEST(Registers, PlanesThatAreAllThereAreChosenBeforeTheLoop) {
    const std::string planes =
        kImage +
        "output f(x, c in 0..2) = select(c == 0, img(x, 0), c == 1, img(x, 1), img(x, 0) + img(x, 1))\n";
    EXPECT_THAT(outline(tiled_body(planes, {1, 3})),
                ElementsAre("c by 3", "x", "store c", "store c + 1", "store c + 2", "c", "x", "store c"));
    EXPECT_EQ(loads_in_first_loop(tiled_body(planes, {1, 3})), 2u);
}

TEST(Registers, WhatNeighboursReadIsLoadedOnce) {
    const std::string sum = kImage + "output f(x, y) = img(x, y - 1) + img(x, y) + img(x, y + 1)\n";
    EXPECT_EQ(loads_in_first_loop(tiled_body(sum, {1, 4})), 6u);
    EXPECT_EQ(loads_in_first_loop(tiled_body(sum, {1, 1})), 3u);
}

TEST(Registers, NeighboursThatShareNothingAreNotComputedTogether) {
    EXPECT_THAT(outline(tiled_body(kImage + "output f(x, y) = img(x, y) + img(x + 1, y)\n", {1, 3})),
                ElementsAre("y", "x", "store y"));
}

TEST(Registers, SumsStayThereWhileTheLoopOverTheirDomainRuns) {
    const std::string product =
        "input a: f32(x, y)\ninput b: f32(x, y)\noutput f(x, y) = 0.0\n"
        "f(x, y) += a(k, y) * b(x, k) for k in 0..63\n";
    EXPECT_THAT(outline(tiled_body(product, {4, 2})),
                ElementsAre("y", "x", "store y", "y by 2", "x, vectors 4", "k", "store y", "store y + 1", "y",
                            "x, vectors 4", "k", "store y"));
}

// 'sum = sum' would draw a warning of the C compiler.
TEST(Registers, AnUpdateThatStoresWhatIsThereHasNoSum) {
    const std::string same = "output f(x, y) = x + y\nf(x, y) = f(x, y) for k in 0..9\n";
    const std::vector<std::string> lines = outline(tiled_body(same, {2, 2}));
    EXPECT_THAT(lines, Not(Contains(HasSubstr("vectors"))));
}

TEST(Registers, AnUpdateThatReadsItsNeighboursStaysInMemory) {
    const std::string scan =
        "output f(x, y) = x + y\n"
        "f(x, k) = f(x, k) + f(x, k - 1) for k in 1..9\n";
    const std::vector<std::string> lines = outline(tiled_body(scan + "estimate x = 8, y = 10\n", {2, 2}));
    EXPECT_THAT(lines, Contains("store k"));
    EXPECT_THAT(lines, Not(Contains(HasSubstr(" by "))));
}

}  // namespace
}  // namespace pantile::lower
