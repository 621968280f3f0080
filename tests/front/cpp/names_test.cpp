#include <gtest/gtest.h>

#include "front/cpp/built.h"
#include "front/cpp/names.h"
#include "ir/pipeline.h"
#include "ir/traverse.h"

namespace pantile::test {
namespace {

TEST(Names, ANumberIsSetOffByOneUnderscore) {
    front::UniqueNames names;
    for (const char* wanted : {"blur", "blur_", "b"}) EXPECT_EQ(names.claim(wanted), wanted);
    EXPECT_EQ(names.claim("b"), "b_1");
    EXPECT_EQ(names.claim("blur_"), "blur_1");
    EXPECT_EQ(names.claim("blur"), "blur_2");
}

TEST(Names, VarsWithoutANameAreDistinct) {
    Var x;
    Var y;
    Func f("f"), g("g");
    f(x, y) = x - y;
    g(y, x) = f(x, y);
    EXPECT_EQ(stages_of({g}), "f(x, y) = x - y\noutput g(y, x) = f(x, y)\n");
}

TEST(Names, ACopyOfAVarIsTheSameVar) {
    Var x;
    const Var same = x;
    Func f("f");
    f(x) = same;
    EXPECT_EQ(stages_of({f}), "output f(x) = x\n");
}

TEST(Names, VarsOfTheSameNameAreTheSame) {
    Func f("f");
    f(Var("u")) = Var("u") + 1;
    EXPECT_EQ(stages_of({f}), "output f(u) = u + 1\n");
}

TEST(Names, ANameThatIsTakenIsNotGivenToAVar) {
    Var a, b, c;
    Func f("f"), g("g");
    f(Var("y"), a) = a;
    EXPECT_EQ(stages_of({f}), "output f(y, v0) = v0\n");
    Param<int> p("x");
    g(b, c) = b + c * p;
    EXPECT_EQ(stages_of({g}), "output g(v0, y) = v0 + y * x\n");
}

TEST(Names, TheFifthDimensionIsCalledV0) {
    Var a, b, c, d, e;
    Func f("f");
    f(a, b, c, d, e) = a + e;
    EXPECT_EQ(stages_of({f}), "output f(x, y, z, w, v0) = x + v0\n");
}

TEST(Names, HelpersMayUseTheirOwnVars) {
    const auto plus_one = [](const Func& in) {
        Var u;
        Func out("out");
        out(u) = in(u) + 1;
        return out;
    };
    Var x;
    Func f("f");
    f(x) = x;
    EXPECT_EQ(stages_of({plus_one(plus_one(f))}),
              "f(x) = x\nout_1(x) = f(x) + 1\noutput out(x) = out_1(x) + 1\n");
}

TEST(Names, FuncsWithoutANameAreNumbered) {
    Var x;
    Func a, b, f0("f0");
    a(x) = x;
    f0(x) = a(x);
    b(x) = f0(x);
    EXPECT_EQ(stages_of({b}), "f1(x) = x\nf0(x) = f1(x)\noutput f2(x) = f0(x)\n");
}

TEST(Names, FuncsOfTheSameNameAreToldApart) {
    Var x;
    Func a("f"), b("f"), c("f");
    a(x) = x;
    b(x) = a(x);
    c(x) = b(x);
    EXPECT_EQ(text_of({c}), "pipeline f\n\n\nf_1(x) = x\nf_2(x) = f_1(x)\noutput f(x) = f_2(x)\n");
}

TEST(Names, InputsKeepTheirNamesBeforeFuncs) {
    Var x;
    ImageParam img(UInt(8), 1, "f");
    ImageParam unnamed(UInt(8), 1);
    Func f("f");
    f(x) = img(x) + unnamed(x);
    EXPECT_EQ(text_of({f}),
              "pipeline f_1\n\ninput f: u8(x)\ninput image0: u8(x)\n\noutput f_1(x) = f(x) + image0(x)\n");
}

TEST(Names, AReductionVariableGivesWayToACoordinate) {
    RDom a(0, 3), b(0, 4);
    Var r("r");
    Func f("f");
    f(r) = sum(a, r + a) + sum(b, b * 2);
    EXPECT_EQ(stages_of({f}), "output f(r) = sum(r + r_1 for r_1 in 0..2) + sum(r_2 * 2 for r_2 in 0..3)\n");
}

TEST(Names, DimensionsOfImagesCanBeNamed) {
    ImageParam img(UInt(8), 2, "img", {"column", "row"});
    Var x;
    Func f("f");
    f(x) = img(x, img.height() - 1);
    EXPECT_EQ(text_of({f}),
              "pipeline f\n\ninput img: u8(column, row)\n\noutput f(x) = img(x, img.row.extent - 1)\n");
}

TEST(Names, InputsAndParamsStandInTheOrderOfFirstUse) {
    Var x;
    Param<int> p("p"), q("q");
    ImageParam a(Int(32), 1, "a"), b(Int(32), 1, "b");
    Func f("f"), g("g");
    f(x) = b(x) * q;
    g(x) = a(x) * p + f(x);
    EXPECT_EQ(
        text_of({g}).substr(0, 87),
        "pipeline g\n\ninput b: i32(x)\ninput a: i32(x)\nparam q: i32\nparam p: i32\n\nf(x) = b(x) * q\n");
}

TEST(Names, ABadNameIsADiagnostic) {
    Var x;
    Func f("no name"), g("while");
    f(x) = x;
    g(x) = f(x);
    EXPECT_EQ(problems_of({g}).size(), 3u);  // the pipeline is called 'while' too
    EXPECT_EQ(
        problems_of({f})[0],
        "'no name' cannot be the name of a pipeline: it has characters other than letters, digits and '_'.");
}

TEST(Names, AFuncWithTheNameOfACFunctionNamesNoPipeline) {
    Var x;
    Func f("gamma");
    f(x) = x;
    EXPECT_EQ(Pipeline::build({f}).value().name(), "gamma_pipeline");
}

TEST(Names, ACoordinateMayNotBeCalledLikeAParam) {
    Param<int> k("k");
    Func f("f");
    f(Var("k")) = k;
    EXPECT_EQ(problems_of({f}), std::vector<std::string>{"'k' is both a coordinate of 'f' and a parameter."});
}

TEST(Names, NoSymbolIsLeftInAPipeline) {
    ImageParam img(UInt(8), 1, "img");
    Param<int> k("k");
    Var x;
    RDom r(0, k), s(img);
    Func f("f"), g("g");
    f(x) = sum(s, cast<int>(img(s))) + img.width();
    g(x) = f(x);
    g(r) += f(r) * k;
    const Pipeline built = Pipeline::build({g}).value();
    const auto expect_plain = [](const ir::Expr& e) {
        const auto* variable = ir::as<ir::Variable>(e);
        const auto* access = ir::as<ir::Access>(e);
        const auto* reduce = ir::as<ir::Reduce>(e);
        EXPECT_FALSE(variable && variable->symbol);
        EXPECT_FALSE(access && access->symbol);
        EXPECT_FALSE(reduce && reduce->domain.variables[0].symbol);
    };
    for (const ir::Stage& stage : built.ir().stages) {
        ir::for_each_expr(stage, [&](const ir::Expr& e, size_t) { ir::for_each_node(e, expect_plain); });
        for (const ir::Update& u : stage.updates) EXPECT_EQ(u.domain.variables[0].symbol, nullptr);
    }
}

}  // namespace
}  // namespace pantile::test
