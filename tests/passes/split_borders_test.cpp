#include "passes/split_borders.h"

#include <gtest/gtest.h>

#include "ir/verify_loops.h"
#include "passes/hoist_invariants.h"
#include "passes/texts.h"

namespace pantile::passes {
namespace {

const std::string kImage = "input img: f32(x, y)\n";

std::string split(const std::string& items) {
    const ir::Loops loops = split_borders(hoist_invariants(lowered(items)));
    EXPECT_EQ(ir::violation_of(loops), std::nullopt);
    return step_text(loops, "f");
}

TEST(SplitBorders, TheInteriorOfAStencilHasNoClamps) {
    EXPECT_EQ(split(kImage + "output f(x, y) = repeat_edge(img)(x-1, y) + repeat_edge(img)(x+2, y)\n"), R"(
  for y in f.y.min..f.y.max parallel
    let y.at1 = min(max(y, img.y.min), img.y.max)
    let x.interior_min = min(max(f.x.min, img.x.min + 1), f.x.max + 1)
    let x.interior_max = max(min(f.x.max, img.x.max + -2), x.interior_min + -1)
    for x in x.interior_min..x.interior_max vector
      f(x, y) = img(x + -1, y.at1) + img(x + 2, y.at1)
    for x.side in i64(0)..i64(1)
      let x.border_min = select(x.side == 0, f.x.min, x.interior_max + 1)
      let x.border_max = select(x.side == 0, x.interior_min + -1, f.x.max)
      for x in x.border_min..x.border_max
        f(x, y) = img(min(max(x + -1, img.x.min), img.x.max), y.at1) + img(min(max(x + 2, img.x.min), img.x.max), y.at1)
)");
}

TEST(SplitBorders, OneClampLeavesOneBorder) {
    EXPECT_EQ(split(kImage + "output f(x, y) = img(max(x-1, 0), y)\n"), R"(
  for y in f.y.min..f.y.max parallel
    let x.interior_min = min(max(f.x.min, 1), f.x.max + 1)
    for x in x.interior_min..f.x.max vector
      f(x, y) = img(x + -1, y)
    for x in f.x.min..x.interior_min + -1
      f(x, y) = img(max(x + -1, 0), y)
)");
}

TEST(SplitBorders, AMirroredIndexIsPlainInside) {
    EXPECT_EQ(split(kImage + "output f(x, y) = mirror_image(img)(x-1, y)\n"), R"(
  for y in f.y.min..f.y.max parallel
    let y.at1 = img.y.min + min((y - img.y.min) % (2 * (img.y.max - img.y.min + 1)), 2 * (img.y.max - img.y.min + 1) - (y - img.y.min) % (2 * (img.y.max - img.y.min + 1)) + -1)
    let x.interior_min = min(max(f.x.min, img.x.min + 1), f.x.max + 1)
    let x.interior_max = max(min(min(f.x.max, img.x.max * 2 - img.x.min + 2), img.x.max + 1), x.interior_min + -1)
    for x in x.interior_min..x.interior_max vector
      f(x, y) = img(x + -1, y.at1)
    for x.side in i64(0)..i64(1)
      let x.border_min = select(x.side == 0, f.x.min, x.interior_max + 1)
      let x.border_max = select(x.side == 0, x.interior_min + -1, f.x.max)
      for x in x.border_min..x.border_max
        f(x, y) = img(img.x.min + min((x - img.x.min + -1) % (2 * (img.x.max - img.x.min + 1)), 2 * (img.x.max - img.x.min + 1) - (x - img.x.min + -1) % (2 * (img.x.max - img.x.min + 1)) + -1), y.at1)
)");
}

TEST(SplitBorders, ARepeatedImageIsPlainInside) {
    EXPECT_EQ(split(kImage + "output f(x, y) = repeat_image(img)(x+1, y)\n"), R"(
  for y in f.y.min..f.y.max parallel
    let y.at1 = (y - img.y.min) % (img.y.max - img.y.min + 1) + img.y.min
    let x.interior_min = min(max(f.x.min, img.x.min + -1), f.x.max + 1)
    let x.interior_max = max(min(f.x.max, img.x.max + -1), x.interior_min + -1)
    for x in x.interior_min..x.interior_max vector
      f(x, y) = img(x + 1, y.at1)
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
  for y in f.y.min..f.y.max parallel
    let x.interior_min = min(max(f.x.min, 1), f.x.max + 1)
    let x.row_inside = y + -1
    let x.interior_max = select(x.row_inside >= 0, max(min(f.x.max, img.x.max + -1), x.interior_min + -1), x.interior_min + -1)
    for x in x.interior_min..x.interior_max vector
      f(x, y) = img(x + -1, y + -1)
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
    EXPECT_EQ(split(kImage + "output f(x, y) =\n  case x == 0: 1.0\n  case x < 3: 2.0\n  otherwise: img(x, y)\n"), R"(
  for y in f.y.min..f.y.max parallel
    let x.interior_min = min(max(f.x.min, 3), f.x.max + 1)
    for x in x.interior_min..f.x.max vector
      f(x, y) = img(x, y)
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
  for y in f.y.min..f.y.max parallel
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
    EXPECT_EQ(split(kImage + "param k: i32 in 1..9\noutput f(x, y) = sum(img(clamp(x+r, 0, img.x.max), y) for r in -k..k)\n"),
              R"(
  for y in f.y.min..f.y.max parallel
    let x.interior_min = min(max(f.x.min, i64(k)), f.x.max + 1)
    let x.interior_max = max(min(f.x.max, img.x.max - i64(k)), x.interior_min + -1)
    for x in x.interior_min..x.interior_max
      var t1 = f32(-0.0)
      for r in -i64(k)..i64(k)
        t1 = t1 + img(x + r, y)
      f(x, y) = t1
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
  for y in f.y.min..f.y.max parallel
    let x.interior_min = min(max(f.x.min, 9), f.x.max + 1)
    let x.interior_max = max(min(f.x.max, 5009), x.interior_min + -1)
    for x in x.interior_min..x.interior_max vector
      f(x, y) = img(2 * x + -1, y) + img(-x + 9, y) + img(x / 2 + -1, y)
    for x.side in i64(0)..i64(1)
      let x.border_min = select(x.side == 0, f.x.min, x.interior_max + 1)
      let x.border_max = select(x.side == 0, x.interior_min + -1, f.x.max)
      for x in x.border_min..x.border_max
        f(x, y) = img(max(2 * x + -1, 0), y) + img(min(max(-x + 9, -5000), 0), y) + img(max(x / 2 + -1, 0), y)
)");
}

TEST(SplitBorders, ConditionsOnParametersAndParityStay) {
    EXPECT_EQ(split(kImage + "param k: i32\noutput f(x, y) = select(k > 2, img(x, y), 0.0) + select(x % 2 == 0, 1.0, 2.0)\n"),
              R"(
  for y in f.y.min..f.y.max parallel
    for x in f.x.min..f.x.max vector
      f(x, y) = select(k > 2, img(x, y), 0.0) + select(x % 2 == 0, f32(1.0), f32(2.0))
)");
}

TEST(SplitBorders, ArithmeticThatMayWrapIsNotFollowed) {
    EXPECT_EQ(split(kImage + "param k: i32\noutput f(x, y) = select(x + k > 2, img(x, y), 0.0)\n"),
              R"(
  for y in f.y.min..f.y.max parallel
    for x in f.x.min..f.x.max vector
      f(x, y) = select(x + k > 2, img(x, y), 0.0)
)");
}

TEST(SplitBorders, ALoopThatIsATaskStaysWhole) {
    EXPECT_EQ(split("input img: f32(x)\noutput f(x) = img(max(x-1, 0))\n"), R"(
  for x in f.x.min..f.x.max parallel vector
    f(x) = img(max(x + -1, 0))
)");
}

}  // namespace
}  // namespace pantile::passes
