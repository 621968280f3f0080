// Wrong programs are built without a throw and reported all at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "front/cpp/built.h"

namespace pantile::test {
namespace {

using testing::ElementsAre;

const Var x("x"), y("y");

TEST(Mistakes, ReadingAFuncBeforeItIsDefined) {
    Func f("f"), g("g");
    g(x) = f(x);
    f(x) = x;
    EXPECT_THAT(problems_of({g}), ElementsAre("in the definition of 'g': 'f' is read before it is defined."));
}

TEST(Mistakes, AFuncThatDependsOnItself) {
    Func f("f");
    f(x) = f(x - 1) + 1;
    EXPECT_THAT(problems_of({f}), ElementsAre("in the definition of 'f': 'f' is read before it is defined."));
}

TEST(Mistakes, TwoFuncsThatDependOnEachOther) {
    Func f("f"), g("g");
    f(x) = x;
    g(x) = f(x);
    f(x) = g(x);
    EXPECT_THAT(problems_of({g}), ElementsAre("'f' is updated after another Func has read it."));
    EXPECT_THAT(problems_of({f}), ElementsAre("'f' is updated after another Func has read it."));
}

TEST(Mistakes, AnOutputThatIsNotDefined) {
    EXPECT_THAT(problems_of({Func("f")}), ElementsAre("the output 'f' is not defined."));
    EXPECT_THAT(problems_of({}), ElementsAre("a pipeline needs at least one output."));
}

TEST(Mistakes, AnOutputGivenTwice) {
    Func f("f");
    f(x) = x;
    EXPECT_THAT(problems_of({f, f}), ElementsAre("the output 'f' is listed twice."));
}

TEST(Mistakes, ABoundThatIsNoRange) {
    Func f("f");
    f(x) = x;
    f.bound(y, 0, 3);
    EXPECT_THAT(problems_of({f}),
                ElementsAre("'bound' gives 'f' a range for a 'Var' that is not one of its coordinates."));
    Func g("g"), h("h");
    g(x) = x;
    g.bound(x, INT64_MIN, INT64_MIN);
    h(x) = x;
    h.bound(x, 0, INT64_MAX);
    EXPECT_THAT(problems_of({g, h}), ElementsAre("the range of 'x' in 'g' is empty.",
                                                 "the range of 'x' in 'h' exceeds the coordinate limit."));
}

TEST(Mistakes, TheWrongNumberOfIndices) {
    ImageParam img(UInt(8), 2, "img");
    Func f("f"), g("g"), h("h");
    f(x, y) = x;
    g(x) = f(x);
    EXPECT_THAT(problems_of({g}),
                ElementsAre("in the definition of 'g': 'f' has 2 dimensions, but is read with 1 index."));
    f(x) = 3;
    f(x, y, 0) += 3;
    EXPECT_THAT(problems_of({f}), ElementsAre("'f' has 2 dimensions, but an update gives 1 index.",
                                              "'f' has 2 dimensions, but an update gives 3 indices."));
    h(x) = img(x, y, 0);
    EXPECT_THAT(problems_of({h}),
                ElementsAre("in the definition of 'h': 'img' has 2 dimensions, but is read with 3 indices."));
}

TEST(Mistakes, ACoordinateThatIsNoVar) {
    Func f("f"), g("g");
    f(x + 1) = x;
    EXPECT_THAT(problems_of({f}), ElementsAre("'f' is first defined at an index that is not a 'Var'."));
    g(x, x) = x;
    EXPECT_THAT(problems_of({g}), ElementsAre("'g' uses the same 'Var' for two of its coordinates."));
}

TEST(Mistakes, AVarOfAnotherFunc) {
    Func f("f");
    Var z;
    f(x) = y * y + z;
    EXPECT_THAT(problems_of({f}),
                ElementsAre("'f' uses the 'Var' 'y', which is not one of its coordinates.",
                            "'f' uses a 'Var' without a name, which is not one of its coordinates."));
}

TEST(Mistakes, AnExpressionInAFuncThatHasNotItsVar) {
    const Expr shared = x * 2 + 1;
    Func f("f"), g("g");
    f(x) = shared;
    g(y) = shared + f(y);
    EXPECT_THAT(problems_of({g}),
                ElementsAre("'g' uses the 'Var' 'x', which is not one of its coordinates."));
}

TEST(Mistakes, TypesThatDoNotMix) {
    Func f("f");
    f(x) = cast<uint8_t>(x) + (x < 2);
    EXPECT_THAT(problems_of({f}), ElementsAre("in the definition of 'f': 'u8' and 'bool' do not mix."));
    Func g("g");
    g(x) = sqrt(x);
    EXPECT_THAT(problems_of({g}), ElementsAre("in the definition of 'g': 'sqrt' takes a float, not 'i32'."));
}

TEST(Mistakes, AnIndexThatIsNoInteger) {
    ImageParam img(UInt(8), 1, "img");
    Func f("f"), g("g");
    f(x) = img(cast<float>(x));
    EXPECT_THAT(problems_of({f}),
                ElementsAre("in the definition of 'f': an index is an integer, not 'f32'."));
    g(x) = 0;
    g(1.5f) = 1;
    EXPECT_THAT(problems_of({g}),
                ElementsAre("in the definition of 'g': an index is an integer, not 'f32'."));
}

TEST(Mistakes, AnUpdateOfAnotherType) {
    Func f("f"), g("g");
    f(x) = cast<uint8_t>(x);
    f(x) += x;
    EXPECT_THAT(problems_of({f}), ElementsAre("'f' is 'u8', but this update stores 'i32'."));
    g(x) = cast<uint8_t>(x);
    g(x) = 300;
    EXPECT_THAT(problems_of({g}),
                ElementsAre("in the definition of 'g': the number 300 is not representable as 'u8'."));
}

TEST(Mistakes, TwoRDomsInOneUpdate) {
    RDom r(0, 3), s(0, 4);
    Func f("f");
    f(x, y) = 0;
    f(r, s) += 1;
    EXPECT_THAT(problems_of({f}), ElementsAre("'f' has an update that mixes the variables of two 'RDom's."));
}

TEST(Mistakes, AReductionVariableInTheFirstDefinition) {
    RDom r(0, 3);
    Func f("f");
    f(x) = x + r;
    EXPECT_THAT(problems_of({f}),
                ElementsAre("in the definition of 'f': a reduction variable is used outside a reduction."));
}

TEST(Mistakes, CasesWithoutACommonTypeOrACondition) {
    Func f("f"), g("g"), h("h");
    f(x) = piecewise({{x < 2, x}}, x < 3);
    EXPECT_THAT(problems_of({f}),
                ElementsAre("in the definition of 'f': the values of the cases do not have a common type."));
    g(x) = piecewise({{x, x}});
    EXPECT_THAT(problems_of({g}),
                ElementsAre("in the definition of 'g': the condition of a case is a bool, not 'i32'."));
    h(x) = x;
    h(x) = piecewise({{x < 2, 3}});
    EXPECT_THAT(problems_of({h}), ElementsAre("'h' has an update with cases."));
}

TEST(Mistakes, OneMistakeIsReportedOnceHoweverOftenItIsRead) {
    Func bad("bad"), a("a"), b("b");
    bad(x) = sqrt(x);
    a(x) = sqrt(bad(x)) + bad(x + 1);
    b(x) = a(x) + bad(x);
    EXPECT_THAT(problems_of({b, a}),
                ElementsAre("in the definition of 'bad': 'sqrt' takes a float, not 'i32'."));
}

TEST(Mistakes, AllAreReportedTogether) {
    Func f("f"), g("g"), h("h");
    f(x) = sqrt(x);
    g(x) = y;
    h(x, x) = 1;
    EXPECT_EQ(problems_of({f, g, h}).size(), 3u);
}

TEST(Mistakes, RunningOverItselfInAnUpdateIsNone) {
    RDom r(1, 9);
    Func f("f");
    f(x) = x;
    f(r) = f(r) + f(r - 1);
    EXPECT_THAT(problems_of({f}), ElementsAre());
}

}  // namespace
}  // namespace pantile::test
