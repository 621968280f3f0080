// Programs as Halide's users write them, and the .pan text that they mean.
#include <gtest/gtest.h>

#include "front/cpp/built.h"

namespace pantile::test {
namespace {

TEST(Programs, BlurReadsAsItWasWritten) {
    ImageParam img(UInt(16), 2, "img");
    Func blur_x("blur_x"), blur_y("blur_y");
    Var x("x"), y("y");
    blur_x(x, y) = (img(x, y) + img(x + 1, y) + img(x + 2, y)) / 3;
    blur_y(x, y) = (blur_x(x, y) + blur_x(x, y + 1) + blur_x(x, y + 2)) / 3;
    blur_y.set_estimates({{0, 640}, {0, 480}});
    EXPECT_EQ(text_of({blur_y}, "blur"), R"(pipeline blur

input img: u16(x, y)
estimate x = 640
estimate y = 480

blur_x(x, y) = (img(x, y) + img(x + 1, y) + img(x + 2, y)) / 3
output blur_y(x, y) = (blur_x(x, y) + blur_x(x, y + 1) + blur_x(x, y + 2)) / 3
)");
}

TEST(Programs, ABoundIsARangeOfTheOutput) {
    Var x("x"), y("y"), c("c"), unnamed;
    Func planes("planes"), f("f");
    planes(x, y, c) = x + y * c;
    planes.bound(c, 0, 3);  // no output: nobody asks
    f(x, unnamed, c) = planes(x, unnamed, c) + 1;
    f.bound(c, 0, 7).bound(unnamed, -2, 5).bound(c, 1, 3);
    EXPECT_EQ(text_of({f}, "p"), R"(pipeline p


planes(x, y, c) = x + y * c
output f(x, y in -2..2, c in 1..3) = planes(x, y, c) + 1
)");
}

TEST(Programs, AFuncKeepsItsDefinitionWhenAConsumerIsGone) {
    Var x("x");
    Func f("f"), g("g");
    f(x) = x + 1;
    g(x) = f(x) * 2;
    {
        Func consumer("consumer");
        consumer(x) = g(x);
    }
    EXPECT_EQ(stages_of({g}), "f(x) = x + 1\noutput g(x) = f(x) * 2\n");
}

Func sum_of_neighbours(const Func& f, const std::string& name) {
    Var x, y;
    Func out(name);
    Expr total = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) total += f(x + dx, y + dy);
    }
    out(x, y) = total;
    return out;
}

TEST(Programs, HarrisIsBuiltByHelperFunctions) {
    ImageParam img(Float(32), 2, "img");
    Param<float> k("k", 0.04f, 0.0f, 1.0f);
    Var x, y;
    Func ix("ix"), iy("iy"), ixx("ixx"), harris("harris");
    ix(x, y) = (img(x + 1, y) - img(x - 1, y)) * (1.0f / 12);
    iy(x, y) = (img(x, y + 1) - img(x, y - 1)) * (1.0f / 12);
    ixx(x, y) = ix(x, y) * iy(x, y);
    Func sxx = sum_of_neighbours(ixx, "sxx");
    harris(x, y) = sxx(x, y) - k * sxx(x, y) * sxx(x, y);
    EXPECT_EQ(text_of({harris}), R"(pipeline harris

input img: f32(x, y)
param k: f32 = 0.04 in 0.0..1.0

ix(x, y) = (img(x + 1, y) - img(x - 1, y)) * 0.083333336
iy(x, y) = (img(x, y + 1) - img(x, y - 1)) * 0.083333336
ixx(x, y) = ix(x, y) * iy(x, y)
sxx(x, y) = 0.0 + ixx(x + -1, y + -1) + ixx(x, y + -1) + ixx(x + 1, y + -1) + )"
                                 "ixx(x + -1, y) + ixx(x, y) + ixx(x + 1, y) + "
                                 "ixx(x + -1, y + 1) + ixx(x, y + 1) + ixx(x + 1, y + 1)"
                                 R"(
output harris(x, y) = sxx(x, y) - k * sxx(x, y) * sxx(x, y)
)");
}

TEST(Programs, HistogramAndItsRunningSumAreUpdates) {
    ImageParam img(UInt(8), 2, "img");
    Func histogram("histogram"), cumulative("cumulative");
    Var i("i");
    RDom r(img), s(1, 255, "s");
    histogram(i) = 0;
    histogram(cast<int>(img(r.x, r.y))) += 1;
    cumulative(i) = histogram(i);
    cumulative(s) = cumulative(s - 1) + histogram(s);
    EXPECT_EQ(text_of({cumulative}), R"(pipeline cumulative

input img: u8(x, y)

histogram(i) = 0
histogram(t1) = histogram(t1) + 1 for rx in img.x.min..img.x.max, ry in img.y.min..img.y.max
  with t1 = i32(img(rx, ry))
output cumulative(i) = histogram(i)
cumulative(s) = cumulative(s - 1) + histogram(s) for s in 1..255
)");
}

TEST(Programs, MatrixProductStartsFromZeroByItself) {
    ImageParam a(Float(32), 2, "A"), b(Float(32), 2, "B");
    Func c("C");
    Var x, y;
    RDom k(0, a.width(), "k");
    c(x, y) += a(k, y) * b(x, k);
    EXPECT_EQ(text_of({c}, "matmul"), R"(pipeline matmul

input A: f32(x, y)
input B: f32(x, y)

output C(x, y): f32 = 0.0
C(x, y) = C(x, y) + A(k, y) * B(x, k) for k in 0..A.x.extent - 1
)");
}

TEST(Programs, PyramidIsMadeByALoop) {
    ImageParam img(Float(32), 2, "img");
    Var x, y;
    Func level = img;
    for (int i = 0; i < 3; ++i) {
        Func next("level");
        next(x, y) = (level(2 * x, 2 * y) + level(2 * x + 1, 2 * y)) / 2;
        level = next;
    }
    EXPECT_EQ(stages_of({level}), R"(level_1(x, y) = (img(2 * x, 2 * y) + img(2 * x + 1, 2 * y)) / 2.0
level_2(x, y) = (level_1(2 * x, 2 * y) + level_1(2 * x + 1, 2 * y)) / 2.0
output level(x, y) = (level_2(2 * x, 2 * y) + level_2(2 * x + 1, 2 * y)) / 2.0
)");
}

TEST(Programs, PiecewiseDefinitionsKeepTheirCases) {
    ImageParam img(UInt(8), 2, "img");
    Var x, y;
    Func f("f");
    f(x, y) = piecewise({{x < 2, Expr(0)}, {y == 3, img(x, y)}}, 7);
    EXPECT_EQ(stages_of({f}), R"(output f(x, y): u8 = case x < 2: 0
  case y == 3: img(x, y)
  otherwise: 7
)");
}

TEST(Programs, AFloatAmongIntegerCasesMakesAllFloat) {
    Var x, y;
    Func f("f");
    f(x, y) = piecewise({{x < 2, 0}, {y == 3, x}}, 0.5f);
    EXPECT_EQ(stages_of({f}), R"(output f(x, y): f32 = case x < 2: 0.0
  case y == 3: f32(x)
  otherwise: 0.5
)");
}

TEST(Programs, ALookupTableIsAnInput) {
    Buffer<uint8_t> table({256});
    Func lut = Func(table, "lut");
    ImageParam img(UInt(8), 3, "img");
    Var x, y, c;
    Func f("f");
    f(x, y, c) = lut(cast<int>(img(x, y, c)));
    EXPECT_EQ(text_of({f}), R"(pipeline f

input img: u8(x, y, c)
input lut: u8(x)

output f(x, y, z) = lut(i32(img(x, y, z)))
)");
}

TEST(Programs, SeveralOutputsKeepTheirOrder) {
    Var x;
    Func a("a"), b("b");
    a(x) = x;
    b(x) = a(x) + 1;
    EXPECT_EQ(text_of({b, a}, "both"),
              "pipeline both\n\n\noutput a(x) = x\noutput b(x) = a(x) + 1\n\noutput b, a\n");
}

TEST(Programs, AFuncWithoutDimensionsHoldsOneNumber) {
    ImageParam img(Float(32), 2, "img");
    RDom r(img);
    Func total("total");
    total() = sum(img(r.x, r.y));
    EXPECT_EQ(
        stages_of({total}),
        "output total() = sum(img(rx, ry) for rx in img.x.min..img.x.max, ry in img.y.min..img.y.max)\n");
}

TEST(Programs, UpdatesAccumulateByDifferenceProductAndQuotient) {
    Var x;
    Func f("f"), g("g");
    f(x) = 8;
    f(x) -= 3;
    f(x) *= 2;
    f(x) /= 5;
    EXPECT_EQ(stages_of({f}), "output f(x) = 8\nf(x) = f(x) - 3\nf(x) = f(x) * 2\nf(x) = f(x) / 5\n");
    RDom r(1, 9);
    g() *= r;
    EXPECT_EQ(stages_of({g}), "output g() = 1\ng() = g() * r for r in 1..9\n");
}

TEST(Programs, AFuncKnowsItsTypeRankAndName) {
    ImageParam img(UInt(16), 3, "img");
    Var x, y;
    Func f("f");
    EXPECT_FALSE(f.defined());
    f(x, y) = cast<uint8_t>(img(x, y, 0));
    EXPECT_TRUE(f.defined());
    EXPECT_EQ(f.type(), UInt(8));
    EXPECT_EQ(f.dimensions(), 2);
    EXPECT_EQ(f.name(), "f");
    EXPECT_EQ(Func(img).type(), UInt(16));
    EXPECT_EQ(Func(img).dimensions(), 3);
}

}  // namespace
}  // namespace pantile::test
