// The structure of Loops: storage, steps, bounds, checks and loop nests.
#include "lower/lower.h"
#include "plan/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "ir/print.h"
#include "ir/traverse.h"
#include "search/naive.h"

namespace pantile::lower {
namespace {

using namespace ir;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

// By the naive schedule, or with these dimensions of the last stage in parallel, and its loops in this order.
Loops lowered(const std::string& items, const std::optional<std::vector<size_t>>& parallel = {},
              const std::vector<size_t>& order = {}) {
    const ir::Pipeline p = front::parsed("pipeline p\n" + items);
    auto schedule = search::naive(p);
    if (parallel) schedule.groups.back().parallel_dims = *parallel;
    schedule.groups.back().order = order;
    return lower(plan::make_plan(p, schedule).value());
}

std::vector<std::string> steps_of(const Loops& loops) {
    std::vector<std::string> names;
    for_each_step(loops.program, [&](const Step& step) {
        names.push_back(match(
            step, [](const Sequence&) { return std::string("a sequence"); },
            [](const Compute& n) { return n.name; }, [](const Allocate& n) { return "+" + n.buffer; },
            [](const Release& n) { return "-" + n.buffer; }));
    });
    return names;
}

const Statement& body_of(const Loops& loops, const std::string& step) {
    for (const Step& s : loops.program.steps) {
        if (const Compute* c = std::get_if<Compute>(&s.kind); c && c->name == step) return *c->body;
    }
    throw std::runtime_error("no step " + step);
}

// 'y thread, x vector': the loops of a step from the outside.
std::vector<std::string> loops_of(const Loops& loops, const std::string& step) {
    std::vector<std::string> found;
    for_each_statement(body_of(loops, step), [&](const Statement& s) {
        if (const For* loop = std::get_if<For>(&s.kind))
            found.push_back(fmt::format("{} {}", loop->variable, name_of(loop->level)));
    });
    return found;
}

std::vector<std::string> errors_of(const Loops& loops) {
    std::vector<std::string> codes;
    for (const Check& c : loops.checks) codes.push_back(c.error);
    return codes;
}

const std::string kImage = "input img: f32(x, y)\n";

TEST(Lower, AnIntermediateStageLivesFromItsStepToItsLastReader) {
    const Loops loops =
        lowered(kImage + "f(x, y) = img(x, y)\ng(x, y) = f(x+1, y)\noutput h(x, y) = g(x, y) + 1\n");
    EXPECT_THAT(steps_of(loops), ElementsAre("+f", "f", "+g", "g", "-f", "h", "-g"));
}

TEST(Lower, AnOutputThatOthersNeedMoreOfIsCopiedOut) {
    const Loops loops = lowered(kImage + "output f(x, y) = img(x, y)\noutput g(x, y) = f(x+1, y)\n");
    EXPECT_THAT(steps_of(loops), ElementsAre("+f", "f", "f_copy", "g", "-f"));
    std::vector<std::string> names;
    for (const LoopBuffer& b : loops.buffers) names.push_back(b.name);
    EXPECT_THAT(names, ElementsAre("img", "f.out", "g", "f"));
}

TEST(Lower, UpdatesFollowTheDefinitionInOrder) {
    const Loops loops = lowered("output f(x, y) = 0\nf(x, 0) = 1\nf(r, 1) = f(r, 0) for r in 0..3\n");
    EXPECT_THAT(steps_of(loops), ElementsAre("+f", "f", "f_update1", "f_update2", "f_copy", "-f"));
    EXPECT_THAT(loops_of(loops, "f_update1"), ElementsAre("x vector"));
    EXPECT_THAT(loops_of(loops, "f_update2"), ElementsAre("r serial"));
}

TEST(Lower, UpdatesThatMayRunTogetherAreOneStep) {
    const std::string items =
        "input img: u8(x)\na(x, k, c) = 0\na(x, img(x+i), 0) += i for i in 0..7\n"
        "a(x, img(x+i), 1) += 1 for i in 0..7\na(x, img(x+i), 1) += 2 for i in 0..7\n"
        "output b(x) = a(x, 1, 0) + a(x, 2, 1)\n";
    const Loops loops = lowered(items);
    EXPECT_THAT(steps_of(loops), ElementsAre("+a", "a", "a_update1", "a_update3", "b", "-a"));
    size_t stores = 0;
    for_each_statement(body_of(loops, "a_update1"),
                       [&](const Statement& s) { stores += std::holds_alternative<Store>(s.kind); });
    EXPECT_EQ(stores, 2u);
}

TEST(Lower, TheOuterLoopIsParallelAndTheInnerOneVectors) {
    EXPECT_THAT(loops_of(lowered(kImage + "output f(x, y) = img(x, y)\n"), "f"),
                ElementsAre("y thread", "x vector"));
    EXPECT_THAT(loops_of(lowered("output f(x) = x\n"), "f"), ElementsAre("x.first thread", "x vector"));
    EXPECT_THAT(loops_of(lowered("output f() = 1\n"), "f"), IsEmpty());
}

TEST(Lower, TheParallelLoopIsTheOutermostOfItsStep) {
    const std::string cube = "output f(x, y, z) = x + y + z\n";
    EXPECT_THAT(loops_of(lowered(cube, {{1}}), "f"), ElementsAre("y thread", "z serial", "x vector"));
    EXPECT_THAT(loops_of(lowered(cube, {{1, 2}}, {1, 2, 0}), "f"),
                ElementsAre("y thread", "z serial", "x vector"));
    EXPECT_THAT(loops_of(lowered(cube, {std::vector<size_t>{}}, {1, 2, 0}), "f"),
                ElementsAre("y serial", "z serial", "x vector"));
    EXPECT_THAT(loops_of(lowered(cube, {{1, 2}}), "f"), ElementsAre("z thread", "y serial", "x vector"));
    EXPECT_THAT(loops_of(lowered(cube, {{0}}), "f"),
                ElementsAre("x.first thread", "z serial", "y serial", "x vector"));
    EXPECT_THAT(loops_of(lowered(cube, std::vector<size_t>{}), "f"),
                ElementsAre("z serial", "y serial", "x vector"));
}

TEST(Lower, BlocksOfAnUpdatesOwnCoordinateRunOutsideOfTheReduction) {
    const Loops loops = lowered("output f(x) = 0\nf(x) = f(x) + r for r in 0..3\n");
    EXPECT_THAT(loops_of(loops, "f_update1"), ElementsAre("x.first thread", "r serial", "x vector"));
}

TEST(Lower, ALoopAroundAReductionIsAVectorLoopToo) {
    const Loops loops = lowered(kImage + "output f(x) = sum(img(x, j) for j in 0..img.y.max)\n");
    EXPECT_THAT(loops_of(loops, "f"), ElementsAre("x thread", "j serial"));
}

TEST(Lower, AnUpdatesOwnCoordinateRunsInsideTheReductionWhereItIsInnermost) {
    const Loops loops = lowered("output f(x, y, z) = 0\nf(x, r, z) = f(x, r, z) + r for r in 0..3\n");
    EXPECT_THAT(loops_of(loops, "f_update1"), ElementsAre("z thread", "r serial", "x vector"));
}

TEST(Lower, ALongSumIsALoopAndAShortOneIsNot) {
    EXPECT_THAT(loops_of(lowered("output f(x) = sum(x + i for i in 0..8)\n"), "f"),
                ElementsAre("x.first thread", "x vector"));
    EXPECT_THAT(loops_of(lowered("output f(x) = sum(x + i for i in 0..99)\n"), "f"),
                ElementsAre("x thread", "i serial"));
}

TEST(Lower, OnlyTheFirstCaseThatHoldsIsStored) {
    const Loops loops = lowered(kImage + "output f(x, y) = case x < 1: img(x, y) case x < 2: 1.0\n");
    int ifs = 0, stores = 0;
    for_each_statement(body_of(loops, "f"), [&](const Statement& s) {
        ifs += std::holds_alternative<If>(s.kind);
        stores += std::holds_alternative<Store>(s.kind);
    });
    EXPECT_EQ(ifs, 2);
    EXPECT_EQ(stores, 3);
}

TEST(Lower, ASharedValueIsALocal) {
    const Loops loops = lowered("output f(x) = t*t + t\n  with t = x*x\n");
    int declared = 0;
    for_each_statement(body_of(loops, "f"),
                       [&](const Statement& s) { declared += std::holds_alternative<Declare>(s.kind); });
    EXPECT_EQ(declared, 1);
}

TEST(Lower, AValueThatDoesNotUseTheReductionVariableIsComputedOutsideItsLoop) {
    const Loops loops = lowered("output f(x) = sum(t*t*i for i in 0..99)\n  with t = x*x + 1\n");
    bool inside = false, declared = false;
    for_each_statement(body_of(loops, "f"), [&](const Statement& s) {
        if (const For* loop = std::get_if<For>(&s.kind); loop && loop->variable == "i") inside = true;
        if (const Declare* d = std::get_if<Declare>(&s.kind); d && !d->changes) {
            EXPECT_FALSE(inside);
            declared = true;
        }
    });
    EXPECT_TRUE(declared);
}

TEST(Lower, AccessesBecomeLoadsWithExactIndices) {
    const Loops loops = lowered(kImage + "output f(x, y) = img(x-1, clamp(y*2, 0, 9))\n");
    for_each_statement(body_of(loops, "f"), [&](const Statement& s) {
        for_each_expr(s, [&](const Expr& e) {
            for_each_node(e, [&](const Expr& n) {
                EXPECT_FALSE(as<Access>(n));
                const Load* load = as<Load>(n);
                if (!load) return;
                for (const Expr& index : load->indices) EXPECT_EQ(index.type(), ScalarType::i64);
            });
        });
    });
}

TEST(Lower, EveryInputAndEveryLimitedParameterIsCheckedAtEntry) {
    const Loops loops = lowered(kImage +
                                "input unused: u8(x)\nparam k: f32 = 1 in 0..1\nparam open1: f32 = 1\noutput "
                                "f(x, y) = img(x, y)*k + open1\n");
    EXPECT_THAT(errors_of(loops), ElementsAre("k_out_of_range", "img_too_small", "img_too_small"));
}

TEST(Lower, ASizeThatCouldOverflowIsCheckedAtEntry) {
    EXPECT_THAT(errors_of(lowered("param n: i32 = 1\ng(x) = x\noutput f(x) = g(x + n)\n")),
                Contains("too_large"));
}

TEST(Lower, EveryBoundUsesOnlyWhatComesBeforeIt) {
    const Loops loops = lowered(
        kImage +
        "f(x, y) = img(x-1, y)\ng(x, y) = f(x+1, 2*y) + img(x, y/2)\noutput h(x, y) = g(x, y) + f(y, x)\n");
    std::set<std::string> known;
    for (const LoopBuffer& b : loops.buffers) {
        if (b.space == MemorySpace::global) continue;
        for (const Expr& e : b.mins) known.insert(as<Variable>(e)->name);
        for (const Expr& e : b.maxs) known.insert(as<Variable>(e)->name);
    }
    for (const NamedBound& bound : loops.bounds) {
        for_each_node(bound.value, [&](const Expr& n) {
            const Variable* v = as<Variable>(n);
            EXPECT_TRUE(!v || known.count(v->name)) << bound.name << " uses " << v->name;
        });
        EXPECT_TRUE(known.insert(bound.name).second);
    }
}

TEST(Lower, TheFlowShowsTheStagesAndIsCutWhenTheyAreMany) {
    EXPECT_EQ(lowered(kImage + "f(x, y) = img(x, y)\noutput g(x, y) = f(x, y)\n").flow, "img -> f -> g");
    std::string many = "s0(x) = x\n";
    for (int i = 1; i < 30; ++i)
        many += fmt::format("{}s{}(x) = s{}(x)\n", i == 29 ? "output " : "", i, i - 1);
    EXPECT_TRUE(lowered(many).flow.ends_with("s15 -> … (30 stages)"));
}

TEST(Lower, StepsHaveDifferentNamesWhateverTheStagesAreCalled) {
    const Loops loops = lowered(
        "f(x) = 0\nf(x) = f(x) + r for r in 0..3\nf_update1(x) = f(x)\noutput g(x) = f_update1(x) + f(x)\n");
    std::set<std::string> names;
    for_each_compute(loops.program,
                     [&](const Compute& step) { EXPECT_TRUE(names.insert(step.name).second) << step.name; });
    EXPECT_EQ(names.size(), 4u);
}

}  // namespace
}  // namespace pantile::lower
