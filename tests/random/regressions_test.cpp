// Programs, reduced by hand, that random pipelines once showed to be compiled wrongly.
#include <gtest/gtest.h>

#include "emit/emit_c.h"
#include "front/text/parse.h"
#include "plan/check_inlining.h"
#include "plan/schedule_file.h"
#include "random/batch.h"
#include "random/check.h"
#include "random/child.h"
#include "random/schedule_trial.h"
#include "random/trial.h"
#include "random/values.h"
#include "schedule/file.h"

namespace pantile::random {
namespace {

using analysis::Box;

Trial trial_of(const std::string& text, const Box& input, const Box& output) {
    Trial trial;
    trial.pipeline = front::parse_pipeline({"regression.pan", text, {}}).value();
    trial.compilation = driver::compile_to_c(trial.pipeline, {.schedule = "naive"}).value();
    Random random(1);
    for (const ir::Input& in : trial.pipeline.inputs) {
        std::vector<Dimension> dims;
        for (const analysis::Interval& i : input) dims.push_back({i.min, i.extent(), 0});
        const AnyBuffer image = AnyBuffer::allocate(in.type, dims).value();
        for (int64_t i = 0; i < image.element_count(); ++i) {
            ir::store_value(random_value(random, in.type), image.data() + i * size_in_bytes(in.type));
        }
        trial.inputs.emplace(in.name, image);
        trial.sizes.inputs[in.name] = input;
    }
    for (const ir::Param& p : trial.pipeline.params) trial.sizes.params[p.name] = *p.initial;
    for (const std::string& name : trial.pipeline.outputs) trial.sizes.outputs[name] = output;
    ask_interpreter(trial);
    return trial;
}

// Compiled without a warning and right, by both compilers.
void expect_agreement(const std::string& text, const Box& input, const Box& output) {
    const Trial trial = trial_of(text, input, output);
    ASSERT_EQ(trial.broken + trial.refused, "");
    for (const runtime::CompilerKind compiler : {runtime::CompilerKind::gcc, runtime::CompilerKind::clang}) {
        const Built built = build_batch({{trial.pipeline.name, emit::single_file(trial.compilation.files)}},
                                        {compiler, Optimisation::full, Threads::openmp})[0];
        ASSERT_TRUE(built.object) << built.messages;
        EXPECT_EQ(in_child_process([&] { return check_compiled(trial, *built.object); }), "");
    }
}

TEST(Regressions, AnUpdateMayStoreAtAnIndexMadeOfAnotherCoordinate) {
    expect_agreement(R"(pipeline skewed
input a: i32(x)
output f(x, y) = a(x)
f(y + r, y) = f(y + r, y) + r for r in 0..3
)",
                     {{-20, 20}}, {{-2, 5}, {-3, 4}});
}

TEST(Regressions, AnIndexWhoseBoundsAreBeyondSixtyFourBitsMayBeAnyOfItsType) {
    expect_agreement(R"(pipeline wrapped
input a: u8(x)
f(x) = x * 3
output g(x) = f(u8(i64(a(x)) * (-5607247574485249542))) + f(u8(i64(a(x)) + 9223372036854775807))
)",
                     {{0, 20}}, {{0, 20}});
}

TEST(Regressions, AStageThatNobodyReadsAsksForNothingThoughItHasUpdates) {
    expect_agreement(
        "pipeline p\ninput a: u16(x)\ns(x) = u64(a(x))\ns(r) = 0 for r in 0..-2\n"
        "output b(x) = case x >= 0: s(0)\n",
        {{12, 17}}, {{-30, -20}});
    expect_agreement(
        "pipeline p\ninput a: u8(x)\ns(z, c) = case bool(i32(a(z))): 0.0\ns(max(c, 0), c) = 0.0\n"
        "output b(v) = case v == 9: u8(s(0, 0))\n",
        {{5, 9}}, {{-3, 3}});
    expect_agreement(
        "pipeline p\ninput a: i32(x)\ns(x) = 0\ns(x) = s(x) + a(min(x, 0))\n"
        "output b(x) = case x == 0: s(0)\n",
        {{6, 8}}, {{20, 30}});
}

TEST(Regressions, AnUpdateMayReadItsStageAtAnotherCoordinate) {
    expect_agreement(R"(pipeline diagonal
input a: i32(x)
output f(x, y) = a(x) + y
f(r, y) = f(y, y) * 3 for r in 0..1
)",
                     {{-20, 20}}, {{0, 2}, {7, 9}});
}

TEST(Regressions, SizesThatDependOnEachOtherAreRefused) {
    const auto pipeline = front::parse_pipeline({"circle.pan",
                                                 R"(pipeline circle
output f(x, y) = x + y
f(y + 1, y) = 1
f(x, x + 1) = 2
)",
                                                 {}});
    ASSERT_TRUE(pipeline);
    const auto regions = analysis::infer_regions(*pipeline);
    ASSERT_FALSE(regions);
    EXPECT_EQ(regions.diagnostics()[0].message,
              "the updates of 'f' make the sizes of its dimensions 'x', 'y' depend on each other.");
}

TEST(Regressions, AReductionOverNothingReadsNothing) {
    expect_agreement(R"(pipeline nothing
input a: i32(x)
param n: i32 = 0 in 0..9
output f(x) = sum(a(x + 100 * r) for r in 1..n) + a(x)
)",
                     {{0, 9}}, {{0, 9}});
}

TEST(Regressions, AStageThatNobodyNeedsHereReadsNothing) {
    expect_agreement(R"(pipeline unneeded
input a: i32(x)
g(x) = a(x - 5) + 1
output f(x): i32 = case x < 0: g(x)
  otherwise: a(x)
)",
                     {{0, 9}}, {{0, 9}});
}

TEST(Regressions, NamesOfCTypesAreNames) {
    expect_agreement(R"(pipeline types
input uint8_t: u8(x)
param int64_t: i32 = 3
int32_t(x) = i32(uint8_t(x)) + int64_t
output i0(x) = int32_t(x + 1) * 2
)",
                     {{0, 9}}, {{0, 8}});
}

TEST(Regressions, NamesThatDifferInCaseOnlyAreTwoNames) {
    expect_agreement(R"(pipeline letters
input a: u8(x)
output f(x) = a(x) + 1
output F(x) = a(x) + 2
)",
                     {{0, 9}}, {{0, 9}});
}

TEST(Regressions, ComparisonsWithAKnownAnswerCompileWithoutWarnings) {
    expect_agreement(R"(pipeline known
input a: u8(x)
param p: u8 = 3 in 0..255
g() = i32(p)
output f(x) = select(a(x) >= 0 and a(x % 5) <= 255, i32(a(x)), 0) + ~i32(a(x) < p) + g()
output h(x) = i32(i32(a(x) < p) < 17) + select(x >= x, i32(a(x)) % 7, 1)
)",
                     {{0, 9}}, {{0, 9}});
}

TEST(Regressions, NegationsNextToOtherOperatorsCompileWithoutWarnings) {
    expect_agreement(R"(pipeline negations
input a: u8(x)
output f(x) = not (a(x) > 3) or a(x) == 7
output g(x) = (not (a(x) > 3)) == (x > 2)
)",
                     {{0, 9}}, {{0, 9}});
}

// In C, 'c ? 1 : 2' is an int: too narrow for what follows.
TEST(Regressions, SmallNumbersOfAWideTypeAreWide) {
    expect_agreement(R"(pipeline wide
input a: i64(x)
output f(x) = select(x > 2, i64(1), i64(-2)) >> 40
output g(x) = a(select(x > 2, i64(1), i64(2)) * 2000000000 / 1000000000)
)",
                     {{0, 9}}, {{0, 9}});
}

TEST(Regressions, LargeUnsignedNumbersAreNotNegative) {
    expect_agreement(R"(pipeline unsigned_numbers
output f(x, y) = i32(18446744069414584321 < u64(y))
output g(x, y) = select(i32(u32(y)) < 2, x, y)
)",
                     {}, {{0, 20}, {-5, 5}});
}

// Computed with a sign, a number above 2^63 was below zero.
TEST(Regressions, AnUnsignedIndexOfSixtyFourBitsIsLimitedWithoutASign) {
    expect_agreement(R"(pipeline limited
input a: u64(x)
f(i) = i * 3
output g(x) = f(i32(clamp(a(x), 0, 9))) + f(max(min(a(x), 18446744073709551615), 18446744073709551610) % 8)
output h(x) = f(clamp(u64(x - 5), 0, 9))
output n(i) = 0
n(clamp(a(r), 0, 9)) = n(clamp(a(r), 0, 9)) + 1 for r in 0..20
)",
                     {{0, 20}}, {{0, 12}});
}

// Under a schedule, interpreted after every pass.
void expect_agreement_of(const std::string& schedule_members, const std::string& text, const Box& input,
                         const Box& output) {
    const Trial trial = trial_of(text, input, output);
    ASSERT_EQ(trial.broken + trial.refused, "");
    const auto schedule = plan::read_schedule(
        fmt::format(R"({{"pipeline_hash": "{}", {}}})", schedule::hash_of(trial.pipeline), schedule_members),
        "s.json", trial.pipeline);
    ASSERT_TRUE(schedule) << render(schedule.diagnostics());
    ScheduleCounts counts;
    EXPECT_EQ(check_passes({trial, 0, *schedule}, counts), "");
    EXPECT_EQ(counts.too_long, 0u);
}

// It reads five elements, and asked for all up to the limit.
TEST(Regressions, AQuotientOfSixtyFourBitsInlinedAsksForNoMoreThanItReads) {
    expect_agreement_of(R"("inlined": ["f"], "groups": [{"stages": ["g"]}])", R"(pipeline quotient
input a: i32(x)
f(x) = a(min(max(x, 0), 17)) * 2
output g(x) = f((i64(x) * 1048576 + 3) / 1048576 + 1)
)",
                        {{0, 4}}, {{-9, 3}});
}

// Beyond the limit all rows that 'b' needs of 'a' are made at once, and five of nine were kept.
TEST(Regressions, AWalkThatBeginsBeyondALimitKeepsAllRowsThatItNeeds) {
    for (const int rows : {1, 2, 3}) {
        for (const int tile : {3, 11, 40}) {
            expect_agreement_of(fmt::format(R"("groups": [{{"stages": ["a", "b", "c", "d"], )"
                                            R"("tile": {{"y": {}}}, "slide": {{"y": {}}}}}])",
                                            tile, rows),
                                R"(pipeline limited
input img: i32(y)
a(y) = img(y)
a(y) = a(y) * 3 + r for r in 0..1
b(y) = a(y - 2) + a(y + 2)
c(y) = b(y - 2) - b(y + 2)
output d(y) = c(clamp(y, 0, 20))
)",
                                {{-4, 24}}, {{-9, 40}});
        }
    }
}

// 'c' ends before 'a' does; from there on only 'a' keeps 'b' going, ten rows behind 'z'.
TEST(Regressions, AWalkKeepsRowsForTheLiveOutThatGoesOn) {
    const std::string group =
        R"({"stages": ["z", "b", "a", "c"], "tile": {"x": 8, "y": 64}, "slide": {"y": 1}})";
    expect_agreement_of("\"groups\": [" + group + R"(, {"stages": ["d"]}])", R"(pipeline ends
input img: i32(x, y)
z(x, y) = img(x, y) * 3
b(x, y) = z(x, y) + z(x, y - 1)
output a(x, y) = b(x, y - 6) + z(x, y + 3)
c(x, y) = b(x, y)
output d(x, y) = c(x, clamp(y, 0, 9))
)",
                        {{0, 7}, {-20, 60}}, {{0, 7}, {0, 39}});
}

// Nobody reads the rows 4 to 18 of 'a'; they were made at once with row 19, in the same few places.
TEST(Regressions, UpdatesOfAWalkMeetNoRowThatIsLeftOut) {
    expect_agreement_of(R"("groups": [{"stages": ["a", "c"], "tile": {"x": 8, "y": 64}, "slide": {"y": 1}}])",
                        R"(pipeline gap
input img: i32(x, y)
a(x, y) = img(x, y)
a(x, y) = a(x, y) * 2 + r for r in 0..1
output c(x, y) =
  case y <= 3: a(x, y)
  case y >= 20: a(x, y - 1)
  otherwise: 0
)",
                        {{0, 7}, {-2, 60}}, {{0, 7}, {0, 39}});
}

// As an i32 'x - 3' has another remainder than 2^64 - 3.
TEST(Regressions, ARemainderOfWhatLostItsSignInlinedHasNone) {
    expect_agreement_of(R"("inlined": ["f"], "groups": [{"stages": ["g"]}])", R"(pipeline rest_of
input a: i32(x)
f(x) = a(x) * 3
output g(x) = f(u64(x - 3) % 7)
)",
                        {{0, 6}}, {{0, 19}});
}

// Renamed to 'r_1', the variable of the sum hid the coordinate.
TEST(Regressions, ASumThatIsInlinedHidesNoCoordinateOfItsReader) {
    expect_agreement_of(R"("inlined": ["g"], "groups": [{"stages": ["h"]}, {"stages": ["o"]}])",
                        R"(pipeline hides
input a: i32(x, y)
h(x, y) = a(x, y) * 2
g(x, y) = sum(h(x + r, y) for r in 0..3)
output o(r_1, y) = g(r_1, y) - g(r_1 + 1, y)
)",
                        {{0, 24}, {0, 7}}, {{0, 19}, {0, 7}});
}

// With plane -1, which an update stores to, the planes are four, and no block of three begins at 0.
TEST(Regressions, ABlockOfAllPlanesIsNotOneWhereUpdatesStoreBesideThem) {
    expect_agreement_of(R"("groups": [{"stages": ["o"], "registers": {"c": 3}}])", R"(pipeline planes
input a: i32(x, y)
output o(x, y, c in 0..2) = select(c == 0, 1, c == 1, 5, 25) * a(x, y)
o(x, y, -1) = 7
)",
                        {{0, 19}, {0, 7}}, {{0, 19}, {0, 7}, {0, 2}});
}

// Nobody needs 'A': its box begins nowhere, and 'B' is placed by it; it took 2^40 tiles.
TEST(Regressions, AStageWithoutPointsPlacesNoTilesFarOut) {
    const std::string tiled = R"({"stages": ["P", "A", "B", "R"], "tile": {"x": 16, "y": 8}})";
    expect_agreement_of("\"groups\": [" + tiled + R"(, {"stages": ["out"]}])", R"(pipeline nowhere
input a: i32(x, y)
param k: i32 = 100000
P(x, y) = a(x, y) * 2
A(x, y) = P(x, y) + 1
B(x, y) = P(x, y) * 3
output R(x, y) = a(x, y)
output out(x, y) =
  case x >= k: A(x, y) + B(x, y)
  otherwise: B(x, y)
)",
                        {{0, 39}, {0, 11}}, {{0, 39}, {0, 11}});
}

// As a value 'x * 1000003' wraps; as a part of an index it would be refused.
TEST(Regressions, WhatMayWrapIsNotInlinedIntoAnIndex) {
    const ir::Pipeline p = front::parse_pipeline({"p.pan",
                                                  R"(pipeline wraps
input a: i32(x)
k(x) = (x * 1000003) % 200
n(x) = x * 3 % 200
output o(x) = a(k(x))
output q(x) = a(n(x))
)",
                                                  {}})
                               .value();
    EXPECT_NE(plan::reasons_against_inlining(p, {rewrite::Inline{"k"}}), std::vector<std::string>());
    EXPECT_EQ(plan::reasons_against_inlining(p, {rewrite::Inline{"n"}}), std::vector<std::string>());
}

}  // namespace
}  // namespace pantile::random
