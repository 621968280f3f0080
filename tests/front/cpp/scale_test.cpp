// Programs made by loops, with thousands of Funcs.
#include <gtest/gtest.h>

#include "front/cpp/built.h"

namespace pantile::test {
namespace {

constexpr int kMany = 5000;

TEST(Scale, AChainOfThousandsOfFuncsIsBuiltAndTakenDown) {
    Var x;
    Func last;
    last(x) = x;
    for (int i = 0; i < kMany; ++i) {
        Func next;
        next(x) = last(x) + 1;
        last = next;
    }
    const Result<Pipeline> built = Pipeline::build({last});
    ASSERT_TRUE(built) << render(built.diagnostics());
    // f32 and f64 are reserved words.
    const std::string text = built->text();
    EXPECT_NE(text.find("f33(x) = f31(x) + 1"), std::string::npos);
    EXPECT_NE(text.find("f5002(x) = f5001(x) + 1"), std::string::npos);
}

TEST(Scale, AChainThatOnlyAnExpressionHoldsIsTakenDown) {
    Var x;
    Expr held;
    {
        Func last;
        last(x) = x;
        for (int i = 0; i < 20 * kMany; ++i) {
            Func next;
            next(x) = last(x);
            last = next;
        }
        held = last(x);
    }
    held = Expr();
}

TEST(Scale, ALadderWhereEachFuncReadsTwoIsOrderedOnce) {
    Var x;
    std::vector<Func> funcs(2);
    funcs[0](x) = x;
    funcs[1](x) = funcs[0](x) + 1;
    for (size_t i = 2; i < kMany; ++i) {
        Func next("fibonacci");
        next(x) = funcs[i - 1](x) + funcs[i - 2](x + 1);
        funcs.push_back(next);
    }
    EXPECT_TRUE(Pipeline::build({funcs.back()}));
}

TEST(Scale, ManyUpdatesAreKept) {
    Var x;
    Func f("f");
    f(x) = 0;
    for (int i = 0; i < 1000; ++i) f(i) += i;
    const Result<Pipeline> built = Pipeline::build({f});
    ASSERT_TRUE(built) << render(built.diagnostics());
    EXPECT_NE(built->text().find("f(999) = f(999) + 999\n"), std::string::npos);
}

TEST(Scale, BoundaryConditionsOnBoundaryConditionsEndInADiagnostic) {
    ImageParam img(UInt(8), 1, "img");
    Var x;
    Func bounded = img;
    for (int i = 0; i < kMany; ++i) bounded = BoundaryConditions::repeat_edge(bounded, {{0, 10}});
    Func f("f");
    f(x) = bounded(x);
    EXPECT_EQ(problems_of({f}).size(), 1u);
}

}  // namespace
}  // namespace pantile::test
