#include "passes/hoist_invariants.h"

#include <gtest/gtest.h>

#include "ir/verify_loops.h"
#include "passes/texts.h"

namespace pantile::passes {
namespace {

const std::string kImage = "input img: f32(x, y)\n";

std::string hoisted(const std::string& items) {
    const ir::Loops loops = hoist_invariants(lowered(items));
    EXPECT_EQ(ir::violation_of(loops), std::nullopt);
    return step_text(loops, "f");
}

TEST(HoistInvariants, AClampedRowIsComputedOnceForTheRow) {
    EXPECT_EQ(
        hoisted(kImage +
                "output f(x, y) = img(x, clamp(y-1, 0, img.y.max)) + img(x, clamp(y-1, 0, img.y.max))\n"),
        R"(
  for y in f.y.min..f.y.max thread
    let y.at1 = min(max(y + -1, 0), img.y.max)
    for x in f.x.min..f.x.max vector
      let t1 = img(x, y.at1)
      f(x, y) = t1 + t1
)");
}

TEST(HoistInvariants, EachIndexMovesAsFarOutAsItCanButNotOutOfAParallelLoop) {
    EXPECT_EQ(hoisted("input img: f32(x, y, c)\noutput f(x, y, c) = img(x, y / 2, c / 3)\n"),
              R"(
  for c in f.c.min..f.c.max thread
    let c.at1 = c / 3
    for y in f.y.min..f.y.max
      let y.at1 = y / 2
      for x in f.x.min..f.x.max vector
        f(x, y, c) = img(x, y.at1, c.at1)
)");
}

TEST(HoistInvariants, SumsAndWhatDependsOnTheLoopStay) {
    EXPECT_EQ(hoisted(kImage + "output f(x, y) = img(x / 2, y + 1)\n"), R"(
  for y in f.y.min..f.y.max thread
    for x in f.x.min..f.x.max vector
      f(x, y) = img(x / 2, y + 1)
)");
}

TEST(HoistInvariants, AConditionOnTheRowIsAskedOncePerRow) {
    EXPECT_EQ(hoisted(kImage + "output f(x, y) =\n  case y < 3: 1.0\n  otherwise: img(x, y)\n"), R"(
  for y in f.y.min..f.y.max thread
    if y < 3
      for x in f.x.min..f.x.max vector
        f(x, y) = f32(1.0)
    else
      for x in f.x.min..f.x.max vector
        f(x, y) = img(x, y)
)");
}

TEST(HoistInvariants, AConditionThatReadsStaysBehindItsGuard) {
    EXPECT_EQ(hoisted("input img: f32(x, y)\ninput mask: u8(y)\n"
                      "output f(x, y) =\n  case x > 2 and mask(y) > 0: 1.0\n  otherwise: img(x, y)\n"),
              R"(
  for y in f.y.min..f.y.max thread
    for x in f.x.min..f.x.max vector
      if x > 2 and mask(y) > 0
        f(x, y) = f32(1.0)
      else
        f(x, y) = img(x, y)
)");
}

TEST(HoistInvariants, AnIndexThatIsReadIsNotReadEarlier) {
    EXPECT_EQ(
        hoisted(
            "input img: f32(x, y)\ninput row: u8(y)\noutput f(x, y) = img(x, clamp(i32(row(y)), 0, 9))\n"),
        R"(
  for y in f.y.min..f.y.max thread
    for x in f.x.min..f.x.max vector
      f(x, y) = img(x, min(max(i64(row(y)), 0), 9))
)");
}

}  // namespace
}  // namespace pantile::passes
