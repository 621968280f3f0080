// The canonical text of a pipeline parses back to the same pipeline.
#include "front/text/parsing.h"
#include "ir/traverse.h"

namespace pantile::front {
namespace {

void expect_same(const std::optional<ir::Expr>& a, const std::optional<ir::Expr>& b,
                 const std::string& text) {
    ASSERT_EQ(a.has_value(), b.has_value()) << text;
    EXPECT_TRUE(!a || ir::same(*a, *b)) << text;
}

void expect_same(const ir::ReductionDomain& a, const ir::ReductionDomain& b, const std::string& text) {
    ASSERT_EQ(a.variables.size(), b.variables.size()) << text;
    for (size_t i = 0; i < a.variables.size(); ++i) {
        EXPECT_EQ(a.variables[i].name, b.variables[i].name);
        EXPECT_TRUE(ir::same(a.variables[i].min, b.variables[i].min)) << text;
        EXPECT_TRUE(ir::same(a.variables[i].max, b.variables[i].max)) << text;
    }
    expect_same(a.where, b.where, text);
}

void expect_same(const ir::Stage& a, const ir::Stage& b, const std::string& text) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.type, b.type) << text;
    EXPECT_EQ(a.dims, b.dims);
    ASSERT_EQ(a.cases.size(), b.cases.size());
    for (size_t i = 0; i < a.cases.size(); ++i) {
        expect_same(a.cases[i].condition, b.cases[i].condition, text);
        EXPECT_TRUE(ir::same(a.cases[i].value, b.cases[i].value)) << text;
    }
    ASSERT_EQ(a.updates.size(), b.updates.size());
    for (size_t i = 0; i < a.updates.size(); ++i) {
        EXPECT_TRUE(ir::same(a.updates[i].value, b.updates[i].value)) << text;
        for (size_t d = 0; d < a.dims.size(); ++d)
            EXPECT_TRUE(ir::same(a.updates[i].args[d], b.updates[i].args[d])) << text;
        expect_same(a.updates[i].domain, b.updates[i].domain, text);
    }
}

void expect_round_trip(const std::string& items) {
    const ir::Pipeline first = parsed(with_inputs(items));
    const std::string text = ir::to_text(first);
    const ir::Pipeline second = parsed(text);
    EXPECT_EQ(ir::to_text(second), text);
    EXPECT_EQ(first.outputs, second.outputs);
    ASSERT_EQ(first.stages.size(), second.stages.size());
    for (size_t i = 0; i < first.stages.size(); ++i) expect_same(first.stages[i], second.stages[i], text);
}

TEST(RoundTrip, Arithmetic) {
    expect_round_trip("output f(x, y) = x - (y - 3) - -2 + (x + y) + (x + (y + 1)) * 2 / 3 % 4\n");
    expect_round_trip("output f(x, y) = -(x + y) * -x + ~(x & y | x ^ 3) << (x >> 2) - 1\n");
    expect_round_trip("output f(x, y) = -img(x, y) - 1.5 * (img(x, y) - 2) / -0.25\n");
    expect_round_trip("output f(x, y) = (3 - x) * (-3 - x) - (-4)\n");
}

TEST(RoundTrip, Booleans) {
    expect_round_trip("output f(x, y) = not (x < y and not (y < 3)) or (x == y) != (not x <= 2)\n");
    expect_round_trip("output f(x, y) = (not x < 1) == (y < 2)\n");
    expect_round_trip("output f(x, y) = select(0 <= x + y < 3 < y, true, false)\n");
    expect_round_trip("output f(x, y) = bool(x) == true\n");
}

TEST(RoundTrip, ConstantsOfAllTypes) {
    for (const ScalarType type : kAllScalarTypes) {
        const std::string name(name_of(type));
        expect_round_trip("output f(x, y): " + name + " = " + (is_bool(type) ? "true" : "1") + "\n");
        expect_round_trip("output f(x, y) = select(x < 1, " + name + "(1), " + name + "(0))\n");
        expect_round_trip("output f(x, y) = " + name + "(raw(x, y))\n");
    }
    expect_round_trip("output f(x, y) = f64(0.1) * img(x, y) + f32(1e-40) + f64(1e300)\n");
    expect_round_trip("output f(x, y) = img(x, y) + inf + -inf + nan + -0.0 + 16777217 + 1e20\n");
    expect_round_trip("output f(x, y) = u64(raw(x, y)) + 18446744073709551615\n");
    expect_round_trip("output f(x, y): i64 = -9223372036854775808\n");
    expect_round_trip("output f(x, y) = i64(x) + 4294967296\n");
}

TEST(RoundTrip, Functions) {
    expect_round_trip(
        "output f(x, y) = pow(img(x, y), 2) + atan2(1, img(x, y)) + abs(x) + min(3, x) + max(-3, y)\n");
    expect_round_trip(
        "output f(x, y) = quo(x, -2) + rem(-7, y) + i32(floor(img(x, y))) + select(is_nan(img(x, y)), 1, "
        "0)\n");
}

TEST(RoundTrip, SharedNodes) {
    expect_round_trip(
        "output f(x, y) = d * d + sum(d * t for i in 0..3 with t = img(i, y) * d)\n   with d = img(x, y) + "
        "1\n");
    expect_round_trip(
        "output f(x, y) = s * s + sum(s for j in 0..1) with s = sum(img(i, y) for i in 0..3)\n");
    expect_round_trip(
        "output f(x, y) = sum(s + img(i, 0) for i in 0..1) with s = sum(img(i, y) for i in 0..3)\n");
    expect_round_trip("output t1(x, y) = t * t with t = img(x, y)\n");
}

TEST(RoundTrip, Reductions) {
    expect_round_trip(
        "param n: i32\noutput f(x, y) = product(img(i, j) for i in 0..n-1, j in -n..n << 1 where i < j and "
        "img(i, j) > 0)\n");
    expect_round_trip("output f(x, y) = sum(1 for t1 in 0..3) + d * d with d = img(x, y)\n");
    expect_round_trip(
        "output f(x, y) = minimum(maximum(img(i, j) for i in 0..3) for j in img.y.min..img.y.max)\n");
}

TEST(RoundTrip, ConditionsOfReductionsShareNodesToo) {
    expect_round_trip("output f(x, y) = sum(t for i in 0..3 where 0 < t < 9 with t = img(i, y) + 1)\n");
    expect_round_trip(
        "output f(x, y): f32 = 0\nf(x, r) = 1 for r in 0..3 where 0 < t < 9 with t = img(x, r) + 1\n");
}

TEST(RoundTrip, ExpressionsDeeperThanATextMayNest) {
    std::string select = "select(", minimum = "min(x";
    for (int i = 0; i < 300; ++i) select += "x < 1, y, ";
    for (int i = 0; i < 900; ++i) minimum += ", y";
    expect_round_trip("output f(x, y) = " + select + "3)\n");
    expect_round_trip("output f(x, y) = " + minimum + ")\n");
    std::string text = "define d0 = img(x, y)\n";
    for (int i = 1; i < 300; ++i)
        text += "define d" + std::to_string(i) + " = -abs(d" + std::to_string(i - 1) + " * 2)\n";
    expect_round_trip(text + "output f(x, y) = d150 + sum(d150 * i for i in 0..2)\n");
}

TEST(RoundTrip, AVariableMayHaveTheNameOfAStage) {
    expect_round_trip(
        "g(x, y) = img(x, y)\noutput f(x, y) = sum(g(g, y) + img(img.x.min, img) for g in 0..3, img in "
        "0..2)\n");
}

TEST(RoundTrip, Updates) {
    expect_round_trip(
        "param n: i32\noutput h(b): u32 = 0\nh(raw(i, j)) += 1 for i in 0..n - 1, j in 0..n - 1 where img(i, "
        "j) > 0\nh(0) = 3\n"
        "h(b) max= u32(7)\n");
    expect_round_trip("output s(x, y) = img(x, y)\ns(x, r) += s(x, r - 1) for r in 1..99\n");
    expect_round_trip(
        "param n: i32\noutput s(x): i32 = 0\ns(r) = n - 1 + t for r in 0..t where r < t with t = n - 1\n");
}

TEST(RoundTrip, Cases) {
    expect_round_trip("output f(x, y) = case x < 0: 1\n  case y < 0: img(x, y)\n");
    expect_round_trip("output f(x, y): u8 = case x < 0: 1\n");
    expect_round_trip("output f(x, y) = case x < 0: t\n  otherwise: t * t\n  with t = img(x, y)\n");
}

TEST(RoundTrip, HeadersAndFamilies) {
    expect_round_trip(
        "param k: f32 = -0.5 in -1..inf\nparam b: bool = false\nestimate x = 640, y = 480\nconst L = 3\n"
        "G[0](x, y) = img(x, y)\nG[l in 1..L](x, y) = mirror_interior(G[l-1], raw)(2 * x, y) * k\n"
        "O[l in 0..L](x, y) = select(b, G[l], 0)\noutput O[3], O[1], G[2]\n");
    expect_round_trip("const N = 2\noutput f(x, y, c in -1..N): u8 = case c < 0: 1\n  otherwise: 2\n");
}

}  // namespace
}  // namespace pantile::front
