#include <gtest/gtest.h>

#include "front/cpp/built.h"

namespace pantile::test {
namespace {

const Var x("x"), y("y");
const ImageParam img(Float(32), 2, "img");

TEST(Reductions, TheDomainIsFoundInTheBody) {
    RDom r(-1, 3, -1, 3);
    EXPECT_EQ(value_of(sum(img(x + r.x, y + r.y))),
              " = sum(img(x + rx, y + ry) for rx in -1..1, ry in -1..1)");
    EXPECT_EQ(value_of(product(img(x + r.x, y))), " = product(img(x + rx, y) for rx in -1..1, ry in -1..1)");
}

TEST(Reductions, TheDomainMayBeNamed) {
    RDom r(0, 5, "k");
    EXPECT_EQ(value_of(minimum(r, img(x + r, y))), " = minimum(img(x + k, y) for k in 0..4)");
    EXPECT_EQ(value_of(maximum(r, img(x, y))), " = maximum(img(x, y) for k in 0..4)");
}

TEST(Reductions, InnerReductionsBindTheirOwnVariables) {
    RDom a(0, 3, "a"), b(0, 4, "b");
    EXPECT_EQ(value_of(sum(sum(b, img(x + b, y)) * img(x, y + a))),
              " = sum(sum(img(x + b, y) for b in 0..3) * img(x, y + a) for a in 0..2)");
    EXPECT_EQ(value_of(sum(sum(b, img(x + b, y + a)))),
              " = sum(sum(img(x + b, y + a) for b in 0..3) for a in 0..2)");
}

TEST(Reductions, SeveralDomainsInOneBodyAreOneDomain) {
    RDom a(0, 3, "a"), b(0, 4, "b");
    EXPECT_EQ(value_of(sum(img(x + a, y + b))), " = sum(img(x + a, y + b) for a in 0..2, b in 0..3)");
}

TEST(Reductions, WhereSkipsPoints) {
    RDom r(0, 5, 0, 5);
    r.where(r.x < r.y);
    r.where(r.x != 2);
    EXPECT_EQ(value_of(sum(img(x + r.x, y + r.y))),
              " = sum(img(x + rx, y + ry) for rx in 0..4, ry in 0..4 where rx < ry and rx != 2)");
}

TEST(Reductions, RangesMayDependOnParamsAndSizes) {
    Param<int> n("n");
    RDom a(1, n, "a"), b(n, 2 * n, "b"), c(0, img.height(), "c");
    EXPECT_EQ(value_of(sum(a, a)), " = sum(a for a in 1..n)");
    EXPECT_EQ(value_of(sum(b, b)), " = sum(b for b in n..n + 2 * n - 1)");
    EXPECT_EQ(value_of(sum(c, img(x, c))), " = sum(img(x, c) for c in 0..img.y.extent - 1)");
}

TEST(Reductions, ADomainMayCoverABuffer) {
    Buffer<float> buffer({7, 5});
    RDom r(buffer);
    EXPECT_EQ(r.dimensions(), 2);
    EXPECT_EQ(value_of(sum(r, img(r.x, r.y))), " = sum(img(rx, ry) for rx in 0..6, ry in 0..4)");
    RDom ranges({{0, 3}, {1, 2}}, "q");
    EXPECT_EQ(value_of(sum(ranges, img(ranges[0], ranges[1]))),
              " = sum(img(qx, qy) for qx in 0..2, qy in 1..2)");
}

TEST(Reductions, AnUpdateRunsOverTheWholeDomainOfItsVariables) {
    RDom r(0, 3, 0, 4);
    Func f("f");
    f(x) = 0;
    f(r.y) += 1;
    EXPECT_EQ(stages_of({f}), "output f(x) = 0\nf(ry) = f(ry) + 1 for rx in 0..2, ry in 0..3\n");
}

TEST(Reductions, AnUpdateMayHoldReductionsOfItsOwn) {
    RDom r(0, 3, "r"), s(0, 4, "s");
    Func f("f");
    f(x) = 0.0f;
    f(r) = sum(s, img(s, r));
    EXPECT_EQ(stages_of({f}), "output f(x): f32 = 0.0\nf(r) = sum(img(s, r) for s in 0..3) for r in 0..2\n");
}

TEST(Reductions, TheConditionOfADomainMayReadTheFuncItUpdates) {
    Func f("f");
    f(x) = x;
    RDom r(1, 9);
    r.where(f(r - 1) > 3);
    f(r) = 0;
    EXPECT_EQ(stages_of({f}), "output f(x) = x\nf(r) = 0 for r in 1..9 where f(r - 1) > 3\n");
}

TEST(Reductions, NothingToRunOverIsAnError) {
    Func f("f");
    f(x) = sum(x);
    EXPECT_EQ(problems_of({f}),
              std::vector<std::string>{"in the definition of 'f': 'sum' has no reduction domain."});
}

TEST(Reductions, ADimensionThatADomainDoesNotHaveIsAnError) {
    RDom r(0, 3), s(0, 3, 0, 3);
    Func f("f"), g("g");
    f(x) = sum(r, r.y);
    g(x) = sum(s, s);
    EXPECT_EQ(problems_of({f})[0],
              "in the definition of 'f': dimension 1 of an 'RDom' is used, which has 1 of them.");
    EXPECT_EQ(problems_of({g})[0],
              "in the definition of 'g': an 'RDom' of 2 dimensions is used as a number.");
}

TEST(Reductions, ARangeThatIsNotOfIntegersIsAnError) {
    RDom r(0, 2.5f), s(0, int64_t{1} << 40);
    Func f("f"), g("g");
    f(x) = sum(r, r);
    g(x) = 0;
    g(s) = 1;
    EXPECT_EQ(problems_of({f})[0], "in the definition of 'f': the ends of a range are integers, not 'f32'.");
    EXPECT_EQ(problems_of({g})[0],
              "in the definition of 'g': the number 1099511627776 is not representable as 'i32'.");
}

}  // namespace
}  // namespace pantile::test
