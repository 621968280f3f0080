// Every rule of the verifier, broken once. Pipelines are right at first; each test breaks one thing.
#include "ir/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "ir/build.h"

namespace pantile::ir {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// img -> a -> out, and an update of 'a'.
Pipeline right() {
    return front::parsed(
        "pipeline p\n"
        "input img: f32(x, y)\n"
        "param k: f32 = 0.5 in 0..1\n"
        "a(x, y) = img(x, y) * k\n"
        "a(x, r) = a(x, r) + 1 for r in 0..3\n"
        "output out(x, y) = a(x, y) + sum(a(x+i, y) for i in 0..2)\n");
}

std::vector<std::string> problems(const Pipeline& p) {
    std::vector<std::string> messages;
    for (const Diagnostic& d : verify(p)) messages.push_back(d.message);
    return messages;
}

Expr coordinate(const std::string& name) { return variable(Scope::coordinate, name); }
Expr reduction(const std::string& name) { return variable(Scope::reduction, name); }
Expr read(const std::string& name, Exprs args) { return access(name, ScalarType::f32, std::move(args)); }
Expr f32(float v) { return constant(Value::of_f32(v)); }
ReductionVariable over(const std::string& name, Expr max) {
    return {name, constant_i32(0), std::move(max), nullptr};
}

Stage& stage_a(Pipeline& p) { return p.stages[0]; }
void set_value(Pipeline& p, const Expr& value) { stage_a(p).cases[0].value = value; }

TEST(Verify, ARightPipelineHasNoProblems) { EXPECT_THAT(problems(right()), IsEmpty()); }

TEST(Verify, TheNameOfThePipelineMustBeAName) {
    Pipeline p = right();
    p.name = "int";
    EXPECT_THAT(problems(p), ElementsAre(HasSubstr("'int' cannot be the name of a pipeline")));
}

TEST(Verify, NamesOfInputsParametersAndStagesMustBeNamesAndDiffer) {
    Pipeline p = right();
    p.inputs.push_back({"k", ScalarType::u8, {"x"}, {}});
    EXPECT_THAT(problems(p), ElementsAre("the name 'k' is used twice."));
    p.inputs.back().name = "a b";
    EXPECT_THAT(problems(p), ElementsAre(HasSubstr("'a b' cannot be a name")));
    p = right();
    p.params.push_back({"img", ScalarType::u8, {}, {}, {}, {}});
    EXPECT_THAT(problems(p), ElementsAre("the name 'img' is used twice."));
    p = right();
    p.stages.push_back(p.stages[1]);
    EXPECT_THAT(problems(p), ElementsAre("the name 'out' is used twice."));
}

TEST(Verify, DimensionsHaveDistinctNamesAndAreAtMostEight) {
    Pipeline p = right();
    p.inputs.push_back({"more", ScalarType::u8, {"x", "x"}, {}});
    EXPECT_THAT(problems(p), ElementsAre("'more' names two dimensions 'x'."));
    p.inputs.back().dims = {"while"};
    EXPECT_THAT(problems(p), ElementsAre(HasSubstr("'while' cannot be a name")));
    p.inputs.back().dims = {"d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"};
    EXPECT_THAT(problems(p), ElementsAre("'more' has 9 dimensions; the most is 8."));
}

TEST(Verify, ARangeOfAParameterIsNotEmptyAndHoldsItsDefault) {
    Pipeline p = right();
    p.params[0].lowest = Value::of_f32(2);
    EXPECT_THAT(problems(p), ElementsAre("the range of 'k' is empty."));
    p.params[0].highest = Value::of_f32(3);
    EXPECT_THAT(problems(p), ElementsAre("the default of 'k', 0.5, lies outside its range 2.0..3.0."));
}

TEST(Verify, APipelineHasAtMostTenThousandStages) {
    Pipeline p = right();
    p.stages.resize(kMaxStages + 1, p.stages[0]);
    EXPECT_THAT(problems(p), ElementsAre("a pipeline has at most 10000 stages; this one has 10001."));
}

TEST(Verify, AStageHasADefinitionOfItsType) {
    Pipeline p = right();
    set_value(p, constant_i32(1));
    EXPECT_THAT(problems(p), ElementsAre("'a' is 'f32', but this value is 'i32'."));
    stage_a(p).cases.clear();
    EXPECT_THAT(problems(p), ElementsAre("'a' has no definition."));
}

TEST(Verify, AValueUsesOnlyNamesThatHaveAValue) {
    for (const Expr& foreign : {coordinate("z"), reduction("i"), variable(Scope::dimension, "img.z.min"),
                                variable(Scope::dimension, "out.x.min"), variable(Scope::local, "t")}) {
        Pipeline p = right();
        set_value(p, cast(ScalarType::f32, foreign));
        EXPECT_THAT(problems(p), ElementsAre(HasSubstr("which has no value here.")));
    }
    Pipeline p = right();
    set_value(p, variable(Scope::parameter, "q", ScalarType::f32));
    EXPECT_THAT(problems(p), ElementsAre("'a' uses 'q', which has no value here."));
}

TEST(Verify, ANodeThatTwoStagesShareIsCheckedInBoth) {
    Pipeline p = right();
    const Expr shared = cast(ScalarType::f32, add(coordinate("x"), coordinate("y")));
    set_value(p, shared);
    p.stages.push_back({"b", ScalarType::f32, {"x"}, {{std::nullopt, shared}}, {}, {}});
    EXPECT_THAT(problems(p), ElementsAre("'b' uses 'y', which has no value here."));
}

TEST(Verify, AStageReadsWhatIsDefinedBeforeItWithAllIndices) {
    Pipeline p = right();
    set_value(p, read("out", {coordinate("x"), coordinate("y")}));
    EXPECT_THAT(problems(p), ElementsAre("'a' reads 'out', which is not defined."));
    set_value(p, read("a", {coordinate("x"), coordinate("y")}));
    EXPECT_THAT(problems(p), ElementsAre("'a' reads itself in its own definition."));
    set_value(p, read("img", {coordinate("x")}));
    EXPECT_THAT(problems(p), ElementsAre("'a' reads 'img' with 1 indices; it has 2 dimensions."));
}

TEST(Verify, AnInvalidNodeIsReportedOnceWithItsHints) {
    Pipeline p = right();
    const Expr bad = invalid("this is wrong.", {}, {"do better."});
    set_value(p, make_node(Sum{{bad, bad}}, ScalarType::f32));
    const Diagnostics found = verify(p);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].message, "this is wrong.");
    EXPECT_THAT(found[0].hints, ElementsAre("do better."));
}

TEST(Verify, AnUpdateGivesAnIndexForEachDimensionAndStoresTheType) {
    Pipeline p = right();
    stage_a(p).updates[0].args.pop_back();
    EXPECT_THAT(problems(p), ElementsAre("'a' has 2 dimensions, but this update gives 1 indices."));
    p = right();
    stage_a(p).updates[0].value = constant_i32(1);
    EXPECT_THAT(problems(p), ElementsAre("'a' is 'f32', but this update stores 'i32'."));
}

TEST(Verify, AnUpdateUsesACoordinateOnlyAtItsOwnPlace) {
    Pipeline p = right();
    Update& update = stage_a(p).updates[0];
    update.value = cast(ScalarType::f32, coordinate("y"));
    EXPECT_THAT(problems(p), ElementsAre("the update of 'a' uses 'y', which is not one of its own indices."));
    update.value = f32(1);
    update.args = {coordinate("y"), coordinate("x")};
    EXPECT_EQ(problems(p).size(), 2u);
    update.args = {coordinate("x"), reduction("r")};
    update.domain.where = binary(BinaryOp::lt, coordinate("y"), constant_i32(3));
    EXPECT_THAT(problems(p), ElementsAre("the update of 'a' uses 'y', which is not one of its own indices."));
}

TEST(Verify, AnUpdateReadsItsOwnStageOnlyAtItsOwnCoordinate) {
    Pipeline p = right();
    stage_a(p).updates[0].value = read("a", {add(coordinate("x"), literal(int64_t{1})), reduction("r")});
    EXPECT_THAT(
        problems(p),
        ElementsAre("the update of 'a' reads 'a' at 'x + 1' in dimension 'x', where it must be 'x' itself."));
}

TEST(Verify, TheRangeOfAReductionIsFixed) {
    for (const Expr& varies :
         {coordinate("x"), cast(ScalarType::i32, read("img", {constant_i32(0), constant_i32(0)}))}) {
        Pipeline p = right();
        set_value(p, reduce(ReduceOp::sum, {{over("i", varies)}, std::nullopt}, f32(1)));
        EXPECT_THAT(problems(p), ElementsAre(HasSubstr("the range of a reduction in 'a' depends on")));
    }
}

TEST(Verify, ReductionVariablesAreNamesThatDoNotMeet) {
    Pipeline p = right();
    set_value(p, reduce(ReduceOp::sum,
                        {{over("i", constant_i32(1)), over("i", constant_i32(1))}, std::nullopt}, f32(1)));
    EXPECT_THAT(problems(p), ElementsAre("a reduction in 'a' uses a name twice."));
    set_value(p, reduce(ReduceOp::sum, {{over("for", constant_i32(1))}, std::nullopt}, f32(1)));
    EXPECT_THAT(problems(p), ElementsAre(HasSubstr("'for' cannot be a name")));
    const Expr inner = reduce(ReduceOp::sum, {{over("i", constant_i32(1))}, std::nullopt}, f32(1));
    set_value(p, reduce(ReduceOp::sum, {{over("i", constant_i32(1))}, std::nullopt}, inner));
    EXPECT_THAT(problems(p), ElementsAre("'i' is already the variable of an outer reduction."));
    std::vector<ReductionVariable> many;
    for (int i = 0; i < 9; ++i) many.push_back(over("r" + std::to_string(i), constant_i32(1)));
    set_value(p, reduce(ReduceOp::sum, {many, std::nullopt}, f32(1)));
    EXPECT_THAT(problems(p), ElementsAre("a reduction runs over at most 8 variables."));
}

TEST(Verify, AReductionVariableEndsWithItsReduction) {
    Pipeline p = right();
    const Expr sum = reduce(ReduceOp::sum, {{over("i", constant_i32(1))}, std::nullopt},
                            cast(ScalarType::f32, reduction("i")));
    set_value(p, make_node(Sum{{sum, cast(ScalarType::f32, reduction("i"))}}, ScalarType::f32));
    EXPECT_THAT(problems(p), ElementsAre("'a' uses 'i', which has no value here."));
}

TEST(Verify, OutputsAreStagesEachListedOnce) {
    Pipeline p = right();
    p.outputs = {};
    EXPECT_THAT(problems(p), ElementsAre("the pipeline 'p' has no output."));
    p.outputs = {"out", "out"};
    EXPECT_THAT(problems(p), ElementsAre("the output 'out' is listed twice."));
    p.outputs = {"out", "img"};
    EXPECT_THAT(problems(p), ElementsAre("the output 'img' is not a stage."));
}

TEST(Verify, EachProblemHasItsOwnHint) {
    Pipeline p = right();
    set_value(p, constant_i32(1));
    p.stages[1].cases[0].value = constant_i32(1);
    p.stages[1].type = ScalarType::u8;
    const Diagnostics found = verify(p);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_THAT(found[0].hints, ElementsAre("convert it: 'f32(…)'."));
    EXPECT_THAT(found[1].hints, ElementsAre("convert it: 'u8(…)'."));
}

TEST(Verify, AllProblemsAreReportedAtOnce) {
    Pipeline p = right();
    set_value(p, constant_i32(1));
    p.outputs = {"nothing"};
    p.params[0].lowest = Value::of_f32(2);
    EXPECT_EQ(problems(p).size(), 3u);
}

}  // namespace
}  // namespace pantile::ir
