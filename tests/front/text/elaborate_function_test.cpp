#include "front/text/parsing.h"

namespace pantile::front {
namespace {

TEST(Defines, AreExpandedWithTheCoordinatesOfTheStageThatUsesThem) {
    EXPECT_EQ(
        stages_of(
            "define dx(f) = f(x+1, y) - f(x-1, y)\noutput g(x, y) = dx(img)\noutput h(y, x) = dx(raw)\n"),
        "output g(x, y) = img(x + 1, y) - img(x - 1, y)\noutput h(y, x) = raw(x + 1, y) - raw(x - 1, "
        "y)\n\noutput g, h\n");
}

TEST(Defines, TakeStagesMembersBoundariesOtherDefinesAndValues) {
    EXPECT_EQ(stages_of("define at(f, v) = f(x, y) * v\n"
                        "define other(a, b) = raw(a, b)\n"
                        "G[l in 0..1](x, y) = img(x, y) + l\n"
                        "output o(x, y) = at(G[1], 2) + at(repeat_edge(img), x) + at(other, y)\n"),
              "G_1(x, y) = img(x, y) + 1.0\n"
              "output o(x, y) = G_1(x, y) * 2.0 + img(min(max(x, img.x.min), img.x.max), min(max(y, "
              "img.y.min), img.y.max)) * f32(x)"
              " + f32(i32(raw(x, y)) * y)\n");
}

TEST(Defines, AValueArgumentIsComputedOnce) {
    const ir::Pipeline p =
        parsed(with_inputs("define square(v) = v * v\noutput o(x, y) = square(img(x, y) + 1)\n"));
    const auto& product = *ir::as<ir::Binary>(p.stages[0].cases[0].value);
    EXPECT_EQ(product.lhs.id(), product.rhs.id());
}

TEST(Defines, WithoutParametersAreNamesOfValues) {
    EXPECT_EQ(stages_of("define third = 1.0 / 3\noutput o(x, y) = img(x, y) * third\n"),
              "output o(x, y) = img(x, y) * 0.33333334\n");
}

TEST(Defines, MayHaveLocals) {
    EXPECT_EQ(stages_of("define square(f) = t * t with t = f(x, y)\noutput o(x, y) = square(img)\n"),
              "output o(x, y) = t1 * t1\n  with t1 = img(x, y)\n");
}

TEST(Defines, DoNotSeeTheLocalsOfTheirUser) {
    const Diagnostics found =
        errors_of(with_inputs("define d(f) = f(x, y) + secret\noutput o(x, y) = d(img) with secret = 1\n"));
    EXPECT_EQ(found[0].message, "'secret' is not defined.");
    EXPECT_EQ(found[0].notes[0], "in the expansion of 'd', used at line 5.");
}

TEST(Defines, TheirBoundVariablesDoNotCaptureArguments) {
    EXPECT_EQ(stages_of("define blur(f, v) = sum(f(x + i, y) * v for i in 0..2)\n"
                        "output o(x, y) = sum(blur(img, i) for i in 0..3)\n"),
              "output o(x, y) = sum(sum(img(x + i_1, y) * f32(i) for i_1 in 0..2) for i in 0..3)\n");
}

TEST(Defines, AReductionInAnArgumentKeepsItsVariableApart) {
    EXPECT_EQ(stages_of("define blur(v) = sum(img(x + i, y) * v for i in 0..2)\n"
                        "output o(x, y) = blur(sum(img(i, y) for i in 0..3))\n"),
              "output o(x, y) = sum(img(x + i_1, y) * sum(img(i, y) for i in 0..3) for i_1 in 0..2)\n");
}

TEST(Reductions, VariablesOfTheNameOfACoordinateAreRenamed) {
    EXPECT_EQ(stages_of("output o(x, y) = sum(img(x, y) for x in 0..2)\n"),
              "output o(x, y) = sum(img(x_1, y) for x_1 in 0..2)\n");
}

TEST(Reductions, SiblingsMayShareTheirVariables) {
    EXPECT_EQ(stages_of("output o(x, y) = sum(img(i, y) for i in 0..2) + sum(img(x, i) for i in 0..2)\n"),
              "output o(x, y) = sum(img(i, y) for i in 0..2) + sum(img(x, i) for i in 0..2)\n");
}

TEST(Shorthand, AStageWithoutIndicesIsReadAtTheCoordinatesOfTheSameNames) {
    EXPECT_EQ(stages_of("det(y, x) = img(x, y)\noutput harris(x, y) = det - 2 * img\n"),
              "det(y, x) = img(x, y)\noutput harris(x, y) = det(y, x) - 2.0 * img(x, y)\n");
}

TEST(Boundaries, RewriteTheIndex) {
    const auto read = [](const std::string& f) {
        const std::string text = stages_of("param w: i32\noutput o(x, y) = " + f + "(x - 1, y)\n");
        return text.substr(text.find("output o"));
    };
    EXPECT_EQ(read("repeat_edge(img, 0..w-1, _)"), "output o(x, y) = img(min(max(x - 1, 0), w - 1), y)\n");
    EXPECT_EQ(read("repeat_image(img, 2..9, _)"), "output o(x, y) = img((x - 1 - 2) % 8 + 2, y)\n");
    EXPECT_EQ(read("mirror_image(img, 0..9, _)"),
              "output o(x, y) = img(min(t1, 19 - t1), y)\n  with t1 = (x - 1) % 20\n");
    EXPECT_EQ(read("mirror_interior(img, 0..9, _)"),
              "output o(x, y) = img(min(t1, 18 - t1), y)\n  with t1 = (x - 1) % 18\n");
    EXPECT_EQ(
        read("constant_exterior(img, 7, 0..9, _)"),
        "output o(x, y) = select(t1 >= 0 and t1 <= 9, img(min(max(t1, 0), 9), y), 7.0)\n  with t1 = x - 1\n");
}

TEST(Boundaries, TakeTheirBoundsFromAnInput) {
    EXPECT_EQ(
        stages_of("b(x, y, c) = img(x, y) + c\noutput o(x, y) = repeat_edge(b, raw)(x, y, 3)\n"),
        "b(x, y, c) = img(x, y) + f32(c)\n"
        "output o(x, y) = b(min(max(x, raw.x.min), raw.x.max), min(max(y, raw.y.min), raw.y.max), 3)\n");
}

TEST(Families, MembersBecomeStages) {
    EXPECT_EQ(
        stages_of("const L = 3\nG[0](x, y) = img(x, y)\nG[l in 1..L-1](x, y) = G[l-1](2 * x, y) * l\noutput "
                  "G[L-1]\n"),
        "G_0(x, y) = img(x, y)\nG_1(x, y) = G_0(2 * x, y) * 1.0\noutput G_2(x, y) = G_1(2 * x, y) * 2.0\n");
}

TEST(Families, MayHaveSeveralIndicesThatDependOnEachOther) {
    const ir::Pipeline p = parsed("pipeline p\noutput P[l in 0..2, k in 0..l](x) = l * 10 + k\n");
    EXPECT_EQ(p.outputs, (std::vector<std::string>{"P_0_0", "P_1_0", "P_1_1", "P_2_0", "P_2_1", "P_2_2"}));
}

TEST(Families, MembersMayHaveUpdates) {
    EXPECT_EQ(
        stages_of("output H[l in 0..1](x): f32 = 0\nH[l in 0..1](i) += l for i in 0..3\nH[1](0) = 9\n"),
        "output H_0(x): f32 = 0.0\nH_0(i) = H_0(i) + 0.0 for i in 0..3\n"
        "output H_1(x): f32 = 0.0\nH_1(i) = H_1(i) + 1.0 for i in 0..3\nH_1(0) = 9.0\n\noutput H_0, H_1\n");
}

TEST(Families, AnEmptyRangeHasNoMembers) {
    EXPECT_EQ(
        parsed("pipeline p\nconst L = 1\noutput G[0](x) = x\nG[l in 1..L-1](x) = G[l-1](x)\n").stages.size(),
        1u);
}

TEST(Families, AnIndexMayComeThroughADefine) {
    EXPECT_EQ(stages_of("define lower(l) = G[l - 1](x, y)\nG[0](x, y) = img(x, y)\noutput G[l in 1..1](x, y) "
                        "= lower(l)\n"),
              "G_0(x, y) = img(x, y)\noutput G_1(x, y) = G_0(x, y)\n");
}

}  // namespace
}  // namespace pantile::front
