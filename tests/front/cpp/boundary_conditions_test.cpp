#include <gtest/gtest.h>

#include "front/cpp/built.h"

namespace pantile::test {
namespace {

using namespace BoundaryConditions;

const Var x("x"), y("y");
const ImageParam img(UInt(8), 2, "img");

TEST(BoundaryConditions, RepeatEdgeClampsTheIndex) {
    const Func bounded = repeat_edge(img);
    EXPECT_EQ(value_of(bounded(x - 1, y)),
              " = img(min(max(x - 1, img.x.min), img.x.max), min(max(y, img.y.min), img.y.max))");
}

TEST(BoundaryConditions, RangesMayBeGiven) {
    Func f("g");
    f(x, y) = x + y;
    EXPECT_EQ(value_of(repeat_edge(f, {{0, 10}, {-1, 5}})(x, y)),
              "g(x, y) = x + y\noutput f(x, y) = g(min(max(x, 0), 9), min(max(y, -1), 3))\n");
    EXPECT_EQ(value_of(repeat_edge(img, {{Expr(), Expr()}, {0, img.height()}})(x, y)),
              " = img(x, min(max(y, 0), img.y.extent - 1))");
    EXPECT_EQ(value_of(repeat_image(img, {{0, 8}})(x, y)), " = img(x % 8, y)");
}

TEST(BoundaryConditions, ConstantExteriorChooses) {
    EXPECT_EQ(value_of(constant_exterior(img, 9, {{0, 8}})(x, y)),
              " = select(x >= 0 and x <= 7, img(min(max(x, 0), 7), y), 9)");
}

TEST(BoundaryConditions, MirrorsHaveNoStage) {
    Func f("f");
    f(x, y) = mirror_image(img)(x, y) + mirror_interior(img)(x, y);
    const Result<Pipeline> built = Pipeline::build({f});
    ASSERT_TRUE(built) << render(built.diagnostics());
    EXPECT_EQ(built->text().find("mirror"), std::string::npos);
}

TEST(BoundaryConditions, OneMayStandOnAnother) {
    const Func inner = constant_exterior(img, 1, {{0, 8}});
    const Func outer = repeat_edge(inner, {{-2, 12}});
    EXPECT_EQ(value_of(outer(x, y)),
              " = select(t1 >= 0 and t1 <= 7, img(min(max(t1, 0), 7), y), 1)\n"
              "  with t1 = min(max(x, -2), 9)");
}

TEST(BoundaryConditions, AsAnOutputItIsCopied) {
    const Func bounded = repeat_edge(img, {{0, 8}});
    EXPECT_EQ(stages_of({bounded}), "output img_1(x, y) = img(min(max(x, 0), 7), y)\n");
}

TEST(BoundaryConditions, TheyCannotBeUpdated) {
    const Func bounded = repeat_edge(img);
    bounded(x, y) = 1;
    bounded(x, y) += 1;
    EXPECT_EQ(problems_of({bounded}),
              std::vector<std::string>(2, "'img' reads another image or Func and cannot be updated."));
}

TEST(BoundaryConditions, MistakesAreReported) {
    Func f("f"), g("g"), undefined("h");
    f(x) = repeat_edge(img, {{0, 1}, {0, 1}, {0, 1}})(x, 0);
    EXPECT_EQ(problems_of({f})[0],
              "in the definition of 'f': a boundary condition gives 3 ranges for 'img', which has 2 "
              "dimensions.");
    g(x) = repeat_edge(undefined, {{0, 1}})(x);
    EXPECT_EQ(problems_of({g})[0], "in the definition of 'g': 'h' is read before it is defined.");
    Func h("h");
    h(x) = constant_exterior(img, 300)(x, 0);
    EXPECT_EQ(problems_of({h})[0], "in the definition of 'h': the number 300 is not representable as 'u8'.");
}

}  // namespace
}  // namespace pantile::test
