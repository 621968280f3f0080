#include "passes/split_borders.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "interp/interpret_loops.h"
#include "ir/verify_loops.h"
#include "passes/hoist_invariants.h"
#include "passes/texts.h"

namespace pantile::passes {
namespace {

const std::string kImage = "input img: f32(x, y)\n";

std::string split(const std::string& items) {
    const ir::Loops loops = split_borders(hoist_invariants(lowered(items)), {});
    EXPECT_EQ(ir::violation_of(loops), std::nullopt);
    return step_text(loops, "f");
}

TEST(SplitBorders, TheInteriorOfAStencilHasNoClamps) {
    EXPECT_EQ(split(kImage + "output f(x, y) = repeat_edge(img)(x-1, y) + repeat_edge(img)(x+2, y)\n"), R"(
  for y in f.y.min..f.y.max thread
    let y.at1 = min(max(y, img.y.min), img.y.max)
    let x.interior_min = min(max(f.x.min, img.x.min + 1), f.x.max + 1)
    let x.interior_limit = max(min(f.x.max, img.x.max + -2), x.interior_min + -1)
    let x.interior_max = select(x.interior_min + 3 <= x.interior_limit, x.interior_limit, x.interior_min + -1)
    for x in x.interior_min..x.interior_max vector
      f(x, y) = img(x + -1, y.at1) + img(x + 2, y.at1)
    if x.interior_min > f.x.min or x.interior_max < f.x.max
      for x.side in i64(0)..i64(1)
        let x.border_min = select(x.side == 0, f.x.min, x.interior_max + 1)
        let x.border_max = select(x.side == 0, x.interior_min + -1, f.x.max)
        for x in x.border_min..x.border_max
          f(x, y) = img(min(max(x + -1, img.x.min), img.x.max), y.at1) + img(min(max(x + 2, img.x.min), img.x.max), y.at1)
)");
}

TEST(SplitBorders, OneClampLeavesOneBorder) {
    EXPECT_EQ(split(kImage + "output f(x, y) = img(max(x-1, 0), y)\n"), R"(
  for y in f.y.min..f.y.max thread
    let x.interior_limit = min(max(f.x.min, 1), f.x.max + 1)
    let x.interior_min = select(x.interior_limit + 3 <= f.x.max, x.interior_limit, f.x.max + 1)
    for x in x.interior_min..f.x.max vector
      f(x, y) = img(x + -1, y)
    if x.interior_min > f.x.min
      for x in f.x.min..x.interior_min + -1
        f(x, y) = img(max(x + -1, 0), y)
)");
}

TEST(SplitBorders, AMirroredIndexIsPlainInside) {
    EXPECT_EQ(split(kImage + "output f(x, y) = mirror_image(img)(x-1, y)\n"), R"(
  for y in f.y.min..f.y.max thread
    let y.at1 = img.y.min + min((y - img.y.min) % (2 * (img.y.max - img.y.min + 1)), 2 * (img.y.max - img.y.min + 1) - (y - img.y.min) % (2 * (img.y.max - img.y.min + 1)) + -1)
    let x.interior_min = min(max(f.x.min, img.x.min + 1), f.x.max + 1)
    let x.interior_limit = max(min(min(f.x.max, img.x.max * 2 - img.x.min + 2), img.x.max + 1), x.interior_min + -1)
    let x.interior_max = select(x.interior_min + 3 <= x.interior_limit, x.interior_limit, x.interior_min + -1)
    for x in x.interior_min..x.interior_max vector
      f(x, y) = img(x + -1, y.at1)
    if x.interior_min > f.x.min or x.interior_max < f.x.max
      for x.side in i64(0)..i64(1)
        let x.border_min = select(x.side == 0, f.x.min, x.interior_max + 1)
        let x.border_max = select(x.side == 0, x.interior_min + -1, f.x.max)
        for x in x.border_min..x.border_max
          f(x, y) = img(img.x.min + min((x - img.x.min + -1) % (2 * (img.x.max - img.x.min + 1)), 2 * (img.x.max - img.x.min + 1) - (x - img.x.min + -1) % (2 * (img.x.max - img.x.min + 1)) + -1), y.at1)
)");
}

TEST(SplitBorders, ARepeatedImageIsPlainInside) {
    EXPECT_EQ(split(kImage + "output f(x, y) = repeat_image(img)(x+1, y)\n"), R"(
  for y in f.y.min..f.y.max thread
    let y.at1 = (y - img.y.min) % (img.y.max - img.y.min + 1) + img.y.min
    let x.interior_min = min(max(f.x.min, img.x.min + -1), f.x.max + 1)
    let x.interior_limit = max(min(f.x.max, img.x.max + -1), x.interior_min + -1)
    let x.interior_max = select(x.interior_min + 3 <= x.interior_limit, x.interior_limit, x.interior_min + -1)
    for x in x.interior_min..x.interior_max vector
      f(x, y) = img(x + 1, y.at1)
    if x.interior_min > f.x.min or x.interior_max < f.x.max
      for x.side in i64(0)..i64(1)
        let x.border_min = select(x.side == 0, f.x.min, x.interior_max + 1)
        let x.border_max = select(x.side == 0, x.interior_min + -1, f.x.max)
        for x in x.border_min..x.border_max
          f(x, y) = img((x - img.x.min + 1) % (img.x.max - img.x.min + 1) + img.x.min, y.at1)
)");
}

TEST(SplitBorders, RowsOutsideTheConditionHaveNoInterior) {
    EXPECT_EQ(split(kImage + "output f(x, y) =\n  case x >= 1 and x < img.x.max and y >= 1: img(x-1, y-1)\n"
                             "  otherwise: 0.0\n"),
              R"(
  for y in f.y.min..f.y.max thread
    let x.interior_min = min(max(f.x.min, 1), f.x.max + 1)
    let x.interior_limit = max(min(f.x.max, img.x.max + -1), x.interior_min + -1)
    let x.row_inside = y + -1
    let x.interior_max = select(x.row_inside >= 0, select(x.interior_min + 3 <= x.interior_limit, x.interior_limit, x.interior_min + -1), x.interior_min + -1)
    for x in x.interior_min..x.interior_max vector
      f(x, y) = img(x + -1, y + -1)
    if x.interior_min > f.x.min or x.interior_max < f.x.max
      for x.side in i64(0)..i64(1)
        let x.border_min = select(x.side == 0, f.x.min, x.interior_max + 1)
        let x.border_max = select(x.side == 0, x.interior_min + -1, f.x.max)
        for x in x.border_min..x.border_max vector
          if x >= 1 and x < img.x.max and y >= 1
            f(x, y) = img(x + -1, y + -1)
          else
            f(x, y) = f32(0.0)
)");
}

TEST(SplitBorders, ASmallCaseIsNotTheInterior) {
    EXPECT_EQ(
        split(kImage + "output f(x, y) =\n  case x == 0: 1.0\n  case x < 3: 2.0\n  otherwise: img(x, y)\n"),
        R"(
  for y in f.y.min..f.y.max thread
    let x.interior_limit = min(max(f.x.min, 3), f.x.max + 1)
    let x.interior_min = select(x.interior_limit + 3 <= f.x.max, x.interior_limit, f.x.max + 1)
    for x in x.interior_min..f.x.max vector
      f(x, y) = img(x, y)
    if x.interior_min > f.x.min
      for x in f.x.min..x.interior_min + -1
        if x == 0
          f(x, y) = f32(1.0)
        else
          if x < 3
            f(x, y) = f32(2.0)
          else
            f(x, y) = img(x, y)
)");
}

TEST(SplitBorders, AConditionOnRowsAloneChoosesBetweenTwoLoops) {
    EXPECT_EQ(split(kImage + "output f(x, y) = select(y > 2, img(x, y), 0.0)\n"), R"(
  for y in f.y.min..f.y.max thread
    let x.row_inside = y + -3
    if x.row_inside >= 0
      for x in f.x.min..f.x.max vector
        f(x, y) = img(x, y)
    else
      for x in f.x.min..f.x.max vector
        f(x, y) = select(y > 2, img(x, y), 0.0)
)");
}

TEST(SplitBorders, AReductionMovesTheLimitsByItsRange) {
    EXPECT_EQ(
        split(
            kImage +
            "param k: i32 in 1..9\noutput f(x, y) = sum(img(clamp(x+r, 0, img.x.max), y) for r in -k..k)\n"),
        R"(
  for y in f.y.min..f.y.max thread
    let x.interior_min = min(max(f.x.min, i64(k)), f.x.max + 1)
    let x.interior_limit = max(min(f.x.max, img.x.max - i64(k)), x.interior_min + -1)
    let x.interior_max = select(x.interior_min + 3 <= x.interior_limit, x.interior_limit, x.interior_min + -1)
    for x in x.interior_min..x.interior_max vector
      var t1 = f32(-0.0)
      for r in -i64(k)..i64(k)
        t1 = t1 + img(x + r, y)
      f(x, y) = t1
    if x.interior_min > f.x.min or x.interior_max < f.x.max
      for x.side in i64(0)..i64(1)
        let x.border_min = select(x.side == 0, f.x.min, x.interior_max + 1)
        let x.border_max = select(x.side == 0, x.interior_min + -1, f.x.max)
        for x in x.border_min..x.border_max
          var t1 = f32(-0.0)
          for r in -i64(k)..i64(k)
            t1 = t1 + img(min(max(x + r, 0), img.x.max), y)
          f(x, y) = t1
)");
}

TEST(SplitBorders, ScaledIndicesAreSolvedForTheCoordinate) {
    EXPECT_EQ(split(kImage + "output f(x, y) = img(max(2*x-1, 0), y) + img(clamp(9-x, -5000, 0), y)"
                             " + img(max(x/2-1, 0), y)\n"),
              R"(
  for y in f.y.min..f.y.max thread
    let x.interior_min = min(max(f.x.min, 9), f.x.max + 1)
    let x.interior_limit = max(min(f.x.max, 5009), x.interior_min + -1)
    let x.interior_max = select(x.interior_min + 3 <= x.interior_limit, x.interior_limit, x.interior_min + -1)
    for x in x.interior_min..x.interior_max vector
      f(x, y) = img(2 * x + -1, y) + img(-x + 9, y) + img(x / 2 + -1, y)
    if x.interior_min > f.x.min or x.interior_max < f.x.max
      for x.side in i64(0)..i64(1)
        let x.border_min = select(x.side == 0, f.x.min, x.interior_max + 1)
        let x.border_max = select(x.side == 0, x.interior_min + -1, f.x.max)
        for x in x.border_min..x.border_max
          f(x, y) = img(max(2 * x + -1, 0), y) + img(min(max(-x + 9, -5000), 0), y) + img(max(x / 2 + -1, 0), y)
)");
}

TEST(SplitBorders, ConditionsOnParametersAndParityStay) {
    EXPECT_EQ(
        split(
            kImage +
            "param k: i32\noutput f(x, y) = select(k > 2, img(x, y), 0.0) + select(x % 2 == 0, 1.0, 2.0)\n"),
        R"(
  for y in f.y.min..f.y.max thread
    for x in f.x.min..f.x.max vector
      f(x, y) = select(k > 2, img(x, y), 0.0) + select(x % 2 == 0, f32(1.0), f32(2.0))
)");
}

TEST(SplitBorders, ArithmeticThatMayWrapIsNotFollowed) {
    EXPECT_EQ(split(kImage + "param k: i32\noutput f(x, y) = select(x + k > 2, img(x, y), 0.0)\n"),
              R"(
  for y in f.y.min..f.y.max thread
    for x in f.x.min..f.x.max vector
      f(x, y) = select(x + k > 2, img(x, y), 0.0)
)");
}

TEST(SplitBorders, ABlockOfPointsIsSplitLikeARow) {
    EXPECT_EQ(split("input img: f32(x)\noutput f(x) = img(max(x-1, 0))\n"), R"(
  for x.first in f.x.min..f.x.max by 4096 thread
    let x.interior_limit = min(max(x.first, 1), min(x.first + 4095, f.x.max) + 1)
    let x.interior_min = select(x.interior_limit + 3 <= min(x.first + 4095, f.x.max), x.interior_limit, min(x.first + 4095, f.x.max) + 1)
    for x in x.interior_min..min(x.first + 4095, f.x.max) vector
      f(x) = img(x + -1)
    if x.interior_min > x.first
      for x in x.first..x.interior_min + -1
        f(x) = img(max(x + -1, 0))
)");
}

std::vector<float> interpreted(const ir::Loops& loops, const AnyBuffer& img, Dimension out_x) {
    const AnyBuffer out = AnyBuffer::allocate(ScalarType::f32, {out_x, {-2, 5, 0}}).value();
    EXPECT_EQ(interp::interpret_loops({loops, {{"img", img}}, {{"f", out}}, {}}), std::nullopt);
    const float* const data = reinterpret_cast<const float*>(out.data());
    return {data, data + out.element_count()};
}

AnyBuffer numbered(int64_t width) {
    const AnyBuffer img = AnyBuffer::allocate(ScalarType::f32, {{1, width, 0}, {0, 2, 0}}).value();
    for (int64_t i = 0; i < img.element_count(); ++i)
        reinterpret_cast<float*>(img.data())[i] = static_cast<float>(i + 1);
    return img;
}

// Images so small that the interior is empty or its ends cross, and outputs beside them.
void expect_same_at_all_small_sizes(const std::string& value) {
    const ir::Loops before = lowered(kImage + "output f(x, y) = " + value + "\n");
    const ir::Loops after = hoist_invariants(split_borders(hoist_invariants(before), {}));
    EXPECT_NE(step_text(before, "f"), step_text(after, "f")) << value;
    for (int64_t width = 1; width <= 5; ++width) {
        const AnyBuffer img = numbered(width);
        for (int64_t first = -4; first <= 7; ++first) {
            for (int64_t extent = 1; extent <= 7; ++extent) {
                const Dimension out_x{first, extent, 0};
                EXPECT_EQ(interpreted(before, img, out_x), interpreted(after, img, out_x))
                    << fmt::format("{}: {} columns, output {} + {}", value, width, first, extent);
            }
        }
    }
}

TEST(SplitBorders, EverySmallSizeKeepsItsValues) {
    expect_same_at_all_small_sizes("repeat_edge(img)(x-1, y) + repeat_edge(img)(x+2, y)");
    expect_same_at_all_small_sizes("repeat_image(img)(x-1, y) + repeat_image(img)(x+2, y)");
    expect_same_at_all_small_sizes("mirror_image(img)(x-1, y) + mirror_image(img)(x+2, y)");
    expect_same_at_all_small_sizes("mirror_interior(img)(x-1, y) + mirror_interior(img)(x+2, y)");
    expect_same_at_all_small_sizes(
        "constant_exterior(img, 7.0)(x-1, y-1) + constant_exterior(img, 7.0)(x+1, y)");
    expect_same_at_all_small_sizes(
        "repeat_edge(img)(2*x-3, y) + repeat_edge(img)(x/2, y) + repeat_edge(img)(4-x, y)");
    // The first column inside is rounded up, the last one down, for even and for odd ends.
    expect_same_at_all_small_sizes("repeat_edge(img)(2*x, y)");
    expect_same_at_all_small_sizes("repeat_edge(img)(x/2, y)");
    expect_same_at_all_small_sizes("repeat_edge(img)((x+1)/3, y)");
    expect_same_at_all_small_sizes("repeat_edge(img)(3*x+1, y) + repeat_edge(img)(5-2*x, y)");
    expect_same_at_all_small_sizes("sum(repeat_edge(img)(x+r, y+s) for r in -9..9, s in -4..4)");
    expect_same_at_all_small_sizes("select(x == 2 or x >= 4, 1.0, f32(abs(x-1)))");
    expect_same_at_all_small_sizes("select(x/2 <= 2, 1.0, 3.0)");
    expect_same_at_all_small_sizes("select(x/3 >= 2, 9.0, f32(x))");
    expect_same_at_all_small_sizes("select(x > 2, 1.0, 3.0) + select(x < 1, 5.0, f32(abs(x-900)))");
}

}  // namespace
}  // namespace pantile::passes
