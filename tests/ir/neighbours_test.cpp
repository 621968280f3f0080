#include "ir/neighbours.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "ir/print.h"

namespace pantile::ir {
namespace {

// The value of 'f' some rows on.
std::string moved_text(const std::string& value, int64_t by) {
    const Pipeline p = front::parsed("pipeline p\ninput img: i32(x, y)\noutput f(x, y) = " + value + "\n");
    return to_text(moved(p.stages.back().cases[0].value, "y", by));
}

TEST(Moved, NeighboursReadTheSameElement) {
    EXPECT_EQ(moved_text("img(x, y + 1)", 1), moved_text("img(x, y + 2)", 0));
    EXPECT_EQ(moved_text("img(x, y - 1)", 1), moved_text("img(x, y)", 0));
    EXPECT_EQ(moved_text("img(x + 1, y - 3)", 2), moved_text("img(x + 1, y - 1)", 0));
}

TEST(Moved, OtherDimensionsStay) { EXPECT_EQ(moved_text("img(x - 1, 0) + x", 3), moved_text("img(x - 1, 0) + x", 0)); }

TEST(Moved, InsideOfScalesAndLimits) {
    EXPECT_EQ(moved_text("img(x, y * 2)", 1), moved_text("img(x, (y + 1) * 2)", 0));
    EXPECT_EQ(moved_text("img(x, clamp(y - 1, 0, 9))", 1), moved_text("img(x, clamp(y, 0, 9))", 0));
}

}  // namespace
}  // namespace pantile::ir
