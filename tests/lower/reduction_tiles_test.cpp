// Reduction tiles: the loops they become, and the same results from the interpreter, from Loops and from C.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver/compile.h"
#include "driver/private_cache.h"
#include "front/text/parsing.h"
#include "interp/interpret_loops.h"
#include "ir/print_loops.h"
#include "ir/verify_loops.h"
#include "lower/lower.h"
#include "plan/plan.h"
#include "plan/schedule_file.h"
#include "schedule/file.h"

namespace pantile::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A schedule as people write it: the groups alone.
std::string schedule_of(const Pipeline& pipeline, const std::string& groups) {
    return fmt::format(R"({{"pipeline_hash": "{}", "groups": [{}]}})", schedule::hash_of(pipeline.ir()),
                       groups);
}

// Before any pass.
ir::Loops lowered(const std::string& items, const std::string& groups) {
    const Pipeline p = program(items);
    const auto schedule = plan::read_schedule(schedule_of(p, groups), "s.json", p.ir());
    EXPECT_TRUE(schedule) << render(schedule.diagnostics());
    return lower::lower(plan::make_plan(p.ir(), schedule.value()).value());
}

// The text of one step.
std::string step_of(const ir::Loops& loops, const std::string& name) {
    const std::string text = ir::to_text(loops), head = "\ncompute " + name + "\n";
    const size_t from = text.find(head);
    if (from == std::string::npos) return "no step " + name + " in\n" + text;
    size_t to = from + head.size();
    while (to < text.size() && text[to] == ' ') to = text.find('\n', to) + 1;
    return text.substr(from + head.size(), to - from - head.size());
}

std::string refusal(const std::string& items, const std::string& groups) {
    const Pipeline p = program(items);
    const auto schedule = plan::read_schedule(schedule_of(p, groups), "s.json", p.ir());
    return schedule ? "legal" : schedule.diagnostics()[0].message;
}

struct Trial {
    std::string items;
    std::string groups;
    std::map<std::string, AnyBuffer> inputs;
    std::map<std::string, int64_t> sizes = {};
    std::map<std::string, ScalarValue> params = {};
};

class ReductionTiles : public PrivateCache {
  protected:
    // The interpreter of pipelines, that of Loops in both orders, and compiled code on one and two threads.
    void expect_same(const Trial& trial) {
        const Pipeline p = program(trial.items);
        CompileOptions options;
        options.schedule_json = schedule_of(p, trial.groups);
        const Result<Outputs> expected = interpret(p, {trial.inputs, trial.params, 0}, trial.sizes);
        ASSERT_TRUE(expected) << render(expected.diagnostics());
        expect_from_loops(trial, options, *expected);
        const Result<Kernel> kernel = compile(p, options);
        ASSERT_TRUE(kernel) << render(kernel.diagnostics());
        for (const int threads : {1, 2}) {
            const Result<Outputs> found = kernel->run({trial.inputs, trial.params, threads}, trial.sizes);
            ASSERT_TRUE(found) << render(found.diagnostics());
            for (const auto& [name, buffer] : *expected)
                EXPECT_TRUE(identical(buffer, found->at(name))) << name << " on " << threads << " threads\n"
                                                                << trial.items;
        }
    }

  private:
    void expect_from_loops(const Trial& trial, const CompileOptions& options, const Outputs& expected) {
        const ir::Loops loops = driver::compile_to_c(program(trial.items).ir(), options).value().loops;
        EXPECT_EQ(ir::violation_of(loops), std::nullopt);
        std::map<std::string, ir::Value> params;
        for (const auto& [name, value] : trial.params) params[name] = ir::Value::of_int(ScalarType::i32, 0);
        for (const auto order : {interp::ParallelOrder::forward, interp::ParallelOrder::backward}) {
            Outputs found;
            for (const auto& [name, buffer] : expected)
                found.emplace(name, AnyBuffer::allocate(buffer.type(), buffer.dims()).value());
            ASSERT_EQ(interp::interpret_loops({loops, trial.inputs, found, params, order}), std::nullopt);
            for (const auto& [name, buffer] : expected)
                EXPECT_TRUE(identical(buffer, found.at(name))) << name << "\n" << ir::to_text(loops);
        }
    }
};

constexpr const char* kMatrixProduct =
    "input a: f32(k, y)\ninput b: f32(x, k)\n"
    "output c(x, y) = 0.0\nc(x, y) += a(k, y) * b(x, k) for k in 0..a.k.max\n";

TEST(ReductionTileLoops, PiecesRunOutsideOfTheLoopsOverCoordinates) {
    const ir::Loops loops = lowered(kMatrixProduct, R"({"stages": ["c"], "vector": "x",
        "reduction_tiles": [{"stage": "c", "variable": "k", "size": 8}]})");
    EXPECT_EQ(step_of(loops, "c_update1"),
              "  for k.piece in i64(0)..a.k.max by 8\n"
              "    for y in c.y.min..c.y.max\n"
              "      for k in k.piece..min(k.piece + 7, a.k.max)\n"
              "        for x in c.x.min..c.x.max vector\n"
              "          c(x, y) = c(x, y) + a(k, y) * b(x, k)\n");
}

TEST(ReductionTileLoops, TasksRunOutsideOfPieces) {
    const ir::Loops loops = lowered(kMatrixProduct, R"({"stages": ["c"], "vector": "x", "parallel": "y",
        "reduction_tiles": [{"stage": "c", "variable": "k", "size": 8}]})");
    EXPECT_THAT(
        step_of(loops, "c_update1"),
        testing::StartsWith("  for y in c.y.min..c.y.max thread\n    for k.piece in i64(0)..a.k.max by 8\n"));
}

TEST(ReductionTileLoops, InsideOfATileThePiecesGoOverItsRows) {
    const ir::Loops loops =
        lowered(kMatrixProduct, R"({"stages": ["c"], "tile": {"x": 16, "y": 4}, "parallel": "y",
        "reduction_tiles": [{"stage": "c", "variable": "k", "size": 8}]})");
    EXPECT_THAT(ir::to_text(loops), HasSubstr("for k.piece in i64(0)..a.k.max by 8\n"));
}

constexpr const char* kHistogram =
    "input img: u8(x, y)\n"
    "output hist(b) = u32(5)\n"
    "hist(i32(img(i, j))) += 1 for i in 0..img.x.max, j in 0..img.y.max\n";

constexpr const char* kHistogramInParts = R"({"stages": ["hist"], "vector": "b", "parallel": "b",
    "reduction_tiles": [{"stage": "hist", "variable": "j", "size": 3, "parallel": true}]})";

TEST(ReductionTileLoops, PartsHaveCopiesThatAreMergedInOrder) {
    const ir::Loops loops = lowered(kHistogram, kHistogramInParts);
    std::vector<std::string> steps;
    ir::for_each_step(loops.program, [&](const ir::Step& step) {
        steps.push_back(match(
            step, [](const ir::Sequence&) { return std::string("a sequence"); },
            [](const ir::Compute& n) { return n.name; }, [](const ir::Allocate& n) { return "+" + n.buffer; },
            [](const ir::Release& n) { return "-" + n.buffer; }));
    });
    EXPECT_THAT(steps, ElementsAre("+hist", "hist", "+hist.update1.copies", "hist_update1_parts",
                                   "hist_update1_merge", "-hist.update1.copies", "hist_copy", "-hist"));
    EXPECT_EQ(step_of(loops, "hist_update1_parts"),
              "  for part.number in i64(0)..hist.update1.parts + -1 thread\n"
              "    for b in hist.b.min..hist.b.max vector\n"
              "      hist.update1.copies(b, part.number * hist.update1.gap) = u32(0)\n"
              "    let j.first = part.number * hist.update1.points\n"
              "    let j.last = min(j.first + hist.update1.points + -1, img.y.max)\n"
              "    for j in j.first..j.last\n"
              "      for i in i64(0)..img.x.max\n"
              "        hist.update1.copies(i64(img(i, j)), part.number * hist.update1.gap) = "
              "hist.update1.copies(i64(img(i, j)), part.number * hist.update1.gap) + 1\n");
    EXPECT_EQ(step_of(loops, "hist_update1_merge"),
              "  for b.first in hist.b.min..hist.b.max by 256 thread\n"
              "    for part.number in i64(0)..hist.update1.parts + -1\n"
              "      for b in b.first..min(b.first + 255, hist.b.max) vector\n"
              "        hist(b) = hist(b) + hist.update1.copies(b, part.number * hist.update1.gap)\n");
}

AnyBuffer bytes(std::vector<int64_t> extents) { return counting(ScalarType::u8, extents); }

TEST_F(ReductionTiles, AHistogramInPartsCountsWhatItCountsInOrder) {
    for (const std::vector<int64_t>& size :
         std::vector<std::vector<int64_t>>{{37, 29}, {1, 1}, {5, 500}, {300, 2}})
        expect_same({kHistogram, kHistogramInParts, {{"img", bytes(size)}}, {{"b", 256}}});
}

TEST_F(ReductionTiles, TheFastestVariableOfAHistogramMayBeDividedToo) {
    expect_same(
        {"input img: u8(x, y)\noutput hist(b) = 0\n"
         "hist(i32(img(i, j))) += i - 2*j for i in 0..img.x.max, j in 0..img.y.max where i != j\n",
         R"({"stages": ["hist"], "reduction_tiles": [{"stage": "hist", "variable": "i", "size": 1, "parallel": true},
                                                            {"stage": "hist", "variable": "j", "size": 4}]})",
         {{"img", bytes({90, 11})}},
         {{"b", 256}}});
}

// One pipeline with a stage for each operator and type.
TEST_F(ReductionTiles, EveryOperatorOfIntegersAndTruthValuesRunsInParts) {
    std::string items = "input img: u8(x, y)\n", groups;
    int count = 0;
    const auto add = [&](std::string value, const std::string& start, const std::string& term) {
        const std::string name = fmt::format("op{}", count++);
        value.replace(value.find('F'), 1, name + "()");
        value.replace(value.find('E'), 1, term);
        items += fmt::format("output {0}() = {1}\n{0}() = {2} for i in 0..img.x.max, j in 0..img.y.max\n",
                             name, start, value);
        groups += fmt::format(
            R"({}{{"stages": ["{}"], "reduction_tiles": [{{"stage": "{}", "variable": "j", "size": 2, "parallel": true}}]}})",
            count == 1 ? "" : ", ", name, name);
    };
    for (const std::string type : {"u8", "i16", "i32", "u64"}) {
        for (const char* value :
             {"F + E", "F - E", "F * E", "min(F, E)", "max(E, F)", "F & E", "F | E", "E ^ F"})
            add(value, type + "(3)", type + "(img(i, j)*7 + 3)");
    }
    for (const char* value : {"F or E", "F and E", "F != E", "E == F"})
        add(value, "true", "(img(i, j) > 20)");
    expect_same({items, groups, {{"img", bytes({9, 13})}}});
}

TEST_F(ReductionTiles, AStageWithCoordinatesOfItsOwnRunsInParts) {
    expect_same(
        {"input img: u8(x, y, c)\noutput hist(c, b) = 1\n"
         "hist(c, i32(img(i, j, c))) += 1 for i in 0..img.x.max, j in 0..img.y.max\n"
         "hist(c, 7) max= i32(img(i, 0, c)) for i in 0..img.x.max\n",
         R"({"stages": ["hist"], "vector": "c", "parallel": "b",
                     "reduction_tiles": [{"stage": "hist", "variable": "j", "size": 2, "parallel": true},
                                         {"stage": "hist", "update": 2, "variable": "i", "size": 5, "parallel": true}]})",
         {{"img", bytes({19, 23, 3})}},
         {{"b", 256}}});
}

TEST_F(ReductionTiles, ARangeWithoutValuesLeavesTheStageAsItIs) {
    expect_same(
        {"input img: u8(x)\nparam n: i32 = 0\noutput f(b) = i32(b)\nf(i32(img(clamp(i, 0, 3)))) += 1 for i "
         "in 1..n\n",
         R"({"stages": ["f"], "reduction_tiles": [{"stage": "f", "variable": "i", "size": 2, "parallel": true}]})",
         {{"img", bytes({8})}},
         {{"b", 256}},
         {{"n", 0}}});
}

TEST_F(ReductionTiles, AMatrixProductInPiecesGivesTheSameBits) {
    const std::map<std::string, AnyBuffer> inputs = {{"a", counting(ScalarType::f32, {21, 10})},
                                                     {"b", counting(ScalarType::f32, {18, 21})}};
    const auto expect_with = [&](const std::string& loops, int size) {
        expect_same(
            {kMatrixProduct,
             fmt::format(
                 R"({{"stages": ["c"], {}, "reduction_tiles": [{{"stage": "c", "variable": "k", "size": {}}}]}})",
                 loops, size),
             inputs});
    };
    for (const int size : {1, 4, 100}) expect_with(R"("vector": "x")", size);
    expect_with(R"("vector": "x", "parallel": ["x", "y"])", 4);
    expect_with(R"("tile": {"x": 8, "y": 4}, "parallel": "y")", 4);
    expect_with(R"("tile": {"x": 8}, "parallel": "x", "slide": {"y": 2})", 8);
}

constexpr const char* kLayer =
    "input img: f32(x, y, c)\ninput weights: f32(i, j, c, n)\n"
    "layer(x, y, n) = 0.5\n"
    "layer(x, y, n) += weights(i, j, c, n) * img(x+i, y+j, c) for i in 0..2, j in 0..2, c in 0..img.c.max\n"
    "output relu(x, y, n) = max(layer(x, y, n), 0.0)\n";

TEST_F(ReductionTiles, AConvolutionLayerInPiecesOfItsSlowestVariable) {
    const std::map<std::string, AnyBuffer> inputs = {{"img", counting(ScalarType::f32, {12, 9, 5})},
                                                     {"weights", counting(ScalarType::f32, {3, 3, 5, 4})}};
    const std::string tiles = R"("reduction_tiles": [{"stage": "layer", "variable": "c", "size": 2}])";
    expect_same(
        {kLayer,
         R"({"stages": ["layer"], "vector": "x", "parallel": "n", )" + tiles + R"(}, {"stages": ["relu"]})",
         inputs});
    // Fused into the tiles of its consumer.
    expect_same(
        {kLayer,
         R"({"stages": ["layer", "relu"], "tile": {"x": 4, "y": 4, "n": 2}, "parallel": ["n", "y"], "vector": "x", )" +
             tiles + "}",
         inputs});
}

TEST_F(ReductionTiles, AScanInPiecesOfItsVariable) {
    expect_same(
        {"input img: i32(x, y)\noutput f(x, y) = img(x, y)\nf(x, r) += f(x, r-1) for r in 1..img.y.max\n",
         R"({"stages": ["f"], "vector": "x", "parallel": ["x", "y"], "reduction_tiles": [{"stage": "f", "variable": "r", "size": 3}]})",
         {{"img", counting(ScalarType::i32, {300, 11})}}});
}

TEST_F(ReductionTiles, SeveralVariablesOfOneUpdateMayBeTiled) {
    expect_same(
        {"input img: i32(x, y)\noutput f(x) = 0\nf(x) += img(x+i, j) * i for i in 0..6, j in 0..img.y.max\n",
         R"({"stages": ["f"], "reduction_tiles": [{"stage": "f", "variable": "i", "size": 2}, {"stage": "f", "variable": "j", "size": 3}]})",
         {{"img", counting(ScalarType::i32, {30, 11})}}});
}

TEST(ReductionTileLegality, WhatDoesNotExistIsNamed) {
    const auto with = [&](const std::string& tile) {
        return refusal(kHistogram, R"({"stages": ["hist"], "reduction_tiles": [)" + tile + "]}");
    };
    EXPECT_EQ(with(R"({"stage": "img", "variable": "i", "size": 4})"),
              "a reduction tile names 'img', which is not in its group.");
    EXPECT_EQ(with(R"({"stage": "hist", "update": 2, "variable": "i", "size": 4})"),
              "a reduction tile names update 2 of 'hist', which has 1; the first is 1.");
    EXPECT_EQ(with(R"({"stage": "hist", "update": 0, "variable": "i", "size": 4})"),
              "a reduction tile names update 0 of 'hist', which has 1; the first is 1.");
    EXPECT_EQ(with(R"({"stage": "hist", "variable": "k", "size": 4})"),
              "update 1 of 'hist' has no variable 'k' to tile.");
    EXPECT_EQ(with(R"({"stage": "hist", "variable": "i", "size": 0})"),
              "a reduction tile of 'hist' has 0 values of 'i'; it has 1 to 2^30.");
    EXPECT_EQ(
        with(
            R"({"stage": "hist", "variable": "i", "size": 4}, {"stage": "hist", "variable": "i", "size": 8})"),
        "'i' in update 1 of 'hist' is tiled twice.");
    EXPECT_EQ(with(R"({"stage": "hist", "variable": "i", "size": 4})"), "legal");
}

TEST(ReductionTileLegality, AnOrderThatCountsIsKept) {
    const auto layer = [&](const std::string& variable, const char* more) {
        return refusal(
            kLayer,
            fmt::format(
                R"({{"stages": ["layer"], "reduction_tiles": [{{"stage": "layer", "variable": "{}", "size": 2{}}}]}},
                                              {{"stages": ["relu"]}})",
                variable, more));
    };
    EXPECT_EQ(layer("c", ""), "legal");
    EXPECT_EQ(layer("i", ""),
              "reduction tiles of 'i' would change the order in which update 1 of 'layer' takes its points, "
              "and the result "
              "depends on it; tile 'c', the slowest variable.");
    EXPECT_EQ(layer("c", R"(, "parallel": true)"),
              "the reduction tiles of 'c' cannot run in parallel: the result of update 1 of 'layer' depends "
              "on their order. Only integers and booleans that are combined into one element ('+=', '*=', "
              "'min=', 'max=', '&', "
              "'|', '^') have none.");
}

TEST(ReductionTileLegality, PartsNeedAStageOfTheirOwn) {
    EXPECT_EQ(refusal(kHistogram, R"({"stages": ["hist"], "tile": {"b": 64},
                  "reduction_tiles": [{"stage": "hist", "variable": "j", "size": 3, "parallel": true}]})"),
              "'hist' is tiled: reduction tiles of 'j' run in parallel only for a stage that is alone in "
              "its group "
              "and not tiled.");
    EXPECT_EQ(refusal(kHistogram, R"({"stages": ["hist"],
                  "reduction_tiles": [{"stage": "hist", "variable": "j", "size": 3, "parallel": true},
                                      {"stage": "hist", "variable": "i", "size": 3, "parallel": true}]})"),
              "update 1 of 'hist' has parallel reduction tiles of two variables; one is enough.");
}

TEST(Scans, AlongYRunInVectorsAlongXAndInBlocksOfItInParallel) {
    const ir::Loops loops = lowered(
        "input img: i32(x, y)\noutput f(x, y) = img(x, y)\nf(x, r) += f(x, r-1) for r in 1..img.y.max\n",
        R"({"stages": ["f"], "vector": "x", "parallel": ["x", "y"]})");
    EXPECT_THAT(step_of(loops, "f_update1"),
                testing::StartsWith("  for x.first in f.x.min..f.x.max by 256 thread\n"
                                    "    for r in i64(1)..img.y.max\n"
                                    "      for x in x.first..min(x.first + 255, f.x.max) vector\n"));
}

TEST(Scans, AlongXRunInParallelAlongY) {
    const ir::Loops loops = lowered(
        "input img: i32(x, y)\noutput f(x, y) = img(x, y)\nf(r, y) += f(r-1, y) for r in 1..img.x.max\n",
        R"({"stages": ["f"], "vector": "x", "parallel": "y"})");
    EXPECT_THAT(step_of(loops, "f_update1"), testing::StartsWith("  for y in f.y.min..f.y.max thread\n"
                                                                 "    for r in i64(1)..img.x.max\n"));
}

}  // namespace
}  // namespace pantile::test
