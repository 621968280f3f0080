// Boundary conditions against Halide's pictures: a b c with what stands to both sides.
#include "ir/boundary.h"

#include <gtest/gtest.h>

#include "analysis/symbolic.h"

namespace pantile::ir {
namespace {

std::string picture(BoundaryKind kind, int64_t min, int64_t max) {
    const Expr i = variable(Scope::coordinate, "i");
    const IndexRange range{constant_i32(min), constant_i32(max)};
    const Exprs rewritten = bounded_args(kind, {i}, {range});
    std::string letters;
    for (int64_t at = min - 4; at <= max + 4; ++at) {
        const auto value = analysis::evaluate_bound(rewritten[0], [&](const Variable&) { return at; });
        letters += static_cast<char>('a' + *value - min);
    }
    return letters;
}

TEST(Boundary, TheEdgeIsRepeated) {
    EXPECT_EQ(picture(BoundaryKind::repeat_edge, 0, 2), "aaaaabccccc");
    EXPECT_EQ(picture(BoundaryKind::repeat_edge, -7, -5), "aaaaabccccc");
    EXPECT_EQ(picture(BoundaryKind::repeat_edge, 5, 5), "aaaaaaaaa");
}

TEST(Boundary, TheImageIsRepeated) {
    EXPECT_EQ(picture(BoundaryKind::repeat_image, 0, 2), "cabcabcabca");
    EXPECT_EQ(picture(BoundaryKind::repeat_image, 10, 12), "cabcabcabca");
    EXPECT_EQ(picture(BoundaryKind::repeat_image, -3, -3), "aaaaaaaaa");
}

TEST(Boundary, TheImageIsMirroredWithItsEdge) {
    EXPECT_EQ(picture(BoundaryKind::mirror_image, 0, 2), "ccbaabccbaa");
    EXPECT_EQ(picture(BoundaryKind::mirror_image, 4, 6), "ccbaabccbaa");
    EXPECT_EQ(picture(BoundaryKind::mirror_image, 0, 0), "aaaaaaaaa");
}

TEST(Boundary, TheImageIsMirroredWithoutItsEdge) {
    EXPECT_EQ(picture(BoundaryKind::mirror_interior, 0, 2), "abcbabcbabc");
    EXPECT_EQ(picture(BoundaryKind::mirror_interior, -9, -7), "abcbabcbabc");
    EXPECT_EQ(picture(BoundaryKind::mirror_interior, 0, 0), "aaaaaaaaa");
    EXPECT_EQ(picture(BoundaryKind::mirror_interior, 3, 4), "ababababab");
}

TEST(Boundary, DimensionsWithoutARangeStayAsTheyAre) {
    const Expr i = variable(Scope::coordinate, "i"), j = variable(Scope::coordinate, "j");
    const IndexRange range{constant_i32(0), constant_i32(9)};
    const Exprs args = bounded_args(BoundaryKind::repeat_edge, {i, j, i}, {std::nullopt, range});
    EXPECT_EQ(args[0].id(), i.id());
    EXPECT_NE(args[1].id(), j.id());
    EXPECT_EQ(args[2].id(), i.id());
}

TEST(Boundary, APointIsInsideWhenEveryIndexIs) {
    const Expr i = variable(Scope::coordinate, "i"), j = variable(Scope::coordinate, "j");
    const IndexRange range{constant_i32(0), constant_i32(1)};
    const Expr inside = inside_ranges({i, j}, {range, range});
    int count = 0;
    for (int64_t a = -2; a <= 3; ++a) {
        for (int64_t b = -2; b <= 3; ++b) {
            const auto value =
                analysis::evaluate_bound(inside, [&](const Variable& v) { return v.name == "i" ? a : b; });
            EXPECT_EQ(*value != 0, a >= 0 && a <= 1 && b >= 0 && b <= 1);
            count += *value != 0;
        }
    }
    EXPECT_EQ(count, 4);
    EXPECT_EQ(constant_value(inside_ranges({i}, {std::nullopt})), Value::of_bool(true));
}

}  // namespace
}  // namespace pantile::ir
