// Groups of stages as loops over tiles, before any pass.
#include "lower/lower_group.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/verify_loops.h"
#include "passes/texts.h"
#include "plan/schedule_file.h"
#include "schedule/file.h"

namespace pantile::lower {
namespace {

struct Lowered {
    ir::Loops loops;

    Lowered(const std::string& items, const std::string& group) {
        const ir::Pipeline p = front::parsed("pipeline p\n" + items);
        const auto schedule = plan::read_schedule(
            fmt::format(R"({{"pipeline_hash": "{}", "groups": [{}]}})", schedule::hash_of(p), group),
            "s.json", p);
        EXPECT_TRUE(schedule) << render(schedule.diagnostics());
        loops = lower(plan::make_plan(p, schedule.value()).value());
        EXPECT_EQ(ir::violation_of(loops), std::nullopt);
    }

    std::string step(const std::string& name = "group1") const { return passes::step_text(loops, name); }
    std::string bound(const std::string& name) const {
        for (const ir::NamedBound& b : loops.bounds) {
            if (b.name == name) return ir::to_text(b.value);
        }
        return "none";
    }
    // The room of a scratch buffer: '64 x 10', '*4' where it is folded.
    std::string room(const std::string& name) const {
        std::string text;
        for (const ir::LoopBuffer& b : loops.buffers) {
            for (size_t d = 0; b.name == name && d < b.extents.size(); ++d) {
                const auto number = ir::constant_int(b.extents[d]);
                text += (d > 0 ? " x " : "") + std::string(b.folds[d] > 0 ? "*" : "") +
                        (number ? std::to_string(*number) : ir::to_text(b.extents[d]));
            }
        }
        return text;
    }
};

const std::string kBlur =
    "input img: f32(x, y)\nbx(x, y) = img(x-1, y) + img(x+1, y)\n"
    "output by(x, y) = bx(x, y-1) + bx(x, y+1)\n";

TEST(LowerGroup, AScaleneTileComputesWhatItsConsumersNeed) {
    const Lowered blur(
        kBlur, R"({"stages": ["bx", "by"], "tile": {"x": 64, "y": 8}, "parallel": ["y"], "vector": "x"})");
    EXPECT_EQ(blur.step(), R"(
  for tile.number in i64(0)..group1.y.tiles + -1 thread
    let y.tile = tile.number
    for x.tile in i64(0)..group1.x.tiles + -1
      let x.first = group1.x.begin + x.tile * 64
      let x.last = min(x.first + 63, group1.x.end)
      let y.first = group1.y.begin + y.tile * 8
      let y.last = min(y.first + 7, group1.y.end)
      let by.x.lo = x.first
      let by.x.hi = x.last
      let by.y.lo = y.first
      let by.y.hi = y.last
      let bx.x.lo = x.first
      let bx.x.hi = x.last
      let bx.y.lo = y.first + -1
      let bx.y.hi = y.last + 1
      # bx
      for y in bx.y.lo..bx.y.hi
        for x in bx.x.lo..bx.x.hi vector
          bx.tile(x, y) = img(x + -1, y) + img(x + 1, y)
      # by
      for y in by.y.lo..by.y.hi
        for x in by.x.lo..by.x.hi vector
          by(x, y) = bx.tile(x, y + -1) + bx.tile(x, y + 1)
)");
    EXPECT_EQ(blur.room("bx.tile"), "64 x 10");
    EXPECT_EQ(blur.bound("group1.x.tiles"), "max(0, (group1.x.end - group1.x.begin) / 64 + 1)");
}

TEST(LowerGroup, TilesOfTwoParallelDimensionsAreNumberedTogether) {
    const Lowered blur(kBlur,
                       R"({"stages": ["bx", "by"], "tile": {"x": 64, "y": 8}, "parallel": ["x", "y"]})");
    EXPECT_TRUE(
        blur.step().starts_with("\n"
                                "  for tile.number in i64(0)..group1.y.tiles * group1.x.tiles + -1 thread\n"
                                "    let y.tile = tile.number / group1.x.tiles\n"
                                "    let x.tile = tile.number % group1.x.tiles\n"
                                "    let x.first"))
        << blur.step();
}

TEST(LowerGroup, UpdatesThatMayRunTogetherRunOnceInATile) {
    const Lowered grid(
        "input img: u8(x)\na(x, k, c) = 0\na(x, img(x+i), 0) += i for i in 0..7\n"
        "a(x, img(x+i), 1) += 1 for i in 0..7\noutput b(x) = a(x, 1, 0) + a(x, 2, 1)\n",
        R"({"stages": ["a", "b"], "tile": {"x": 8}})");
    size_t stores = 0;
    ir::for_each_compute(grid.loops.program, [&](const ir::Compute& step) {
        ir::for_each_statement(*step.body, [&](const ir::Statement& s) {
            const ir::Store* const store = std::get_if<ir::Store>(&s.kind);
            stores += store && store->buffer != "b";
        });
    });
    EXPECT_EQ(stores, 3u) << grid.step();
}

TEST(LowerGroup, ATileHasRoomForWhatItsUpdatesWrite) {
    const Lowered rows("a(x, k) = x + k\na(x, r) = 7 for r in -2..9\noutput b(x) = a(x, 1)\n",
                       R"({"stages": ["a", "b"], "tile": {"x": 8}})");
    EXPECT_NE(rows.step().find("    let a.k.lo = max(-2, a.k.min)\n    let a.k.hi = min(9, a.k.max)\n"),
              std::string::npos)
        << rows.step();
}

// The walk begins two rows early: then the first step makes one row of 'bx' as every other one does.
TEST(LowerGroup, ASlidingTileComputesTheRowsThatAreNew) {
    const Lowered blur(kBlur,
                       R"({"stages": ["bx", "by"], "tile": {"y": 32}, "slide": {"y": 1}, "vector": "x"})");
    EXPECT_EQ(blur.step(), R"(
  for y.tile in i64(0)..group1.y.tiles + -1
    let y.first = group1.y.begin + y.tile * 32
    let y.last = min(y.first + 31, group1.y.end)
    let by.x.lo = by.x.min
    let by.x.hi = by.x.max
    let by.y.lo = y.first
    let bx.x.lo = by.x.min
    let bx.x.hi = by.x.max
    let bx.y.lo = y.first + -1
    var bx.y.done = bx.y.lo + -1
    var by.y.done = by.y.lo + -1
    for y.step in i64(0)..y.last - y.first + 2
      let y.now = min(y.first + y.step + -2, y.last)
      let by.y.now = min(y.last, y.now)
      let bx.y.now = by.y.now + 1
      # bx
      for y in bx.y.done + 1..bx.y.now
        for x in bx.x.lo..bx.x.hi vector
          bx.tile(x, y) = img(x + -1, y) + img(x + 1, y)
      # by
      for y in by.y.done + 1..by.y.now
        for x in by.x.lo..by.x.hi vector
          by(x, y) = bx.tile(x, y + -1) + bx.tile(x, y + 1)
      bx.y.done = max(bx.y.done, bx.y.now)
      by.y.done = max(by.y.done, by.y.now)
)");
    EXPECT_EQ(blur.room("bx.tile"), "bx.x.room x *4");
    EXPECT_EQ(blur.bound("bx.x.room"), "max(0, bx.x.max - bx.x.min + 1)");
}

// 't' follows y alone: all tiles of a row of tiles compute it, the first one keeps it.
TEST(LowerGroup, ALiveOutThatSeveralTilesComputeIsStoredByTheFirst) {
    const Lowered two("input img: f32(x, y)\noutput t(y) = img(0, y)\noutput b(x, y) = t(y) + img(x, y)\n",
                      R"({"stages": ["t", "b"], "tile": {"x": 64, "y": 8}})");
    EXPECT_EQ(two.step(), R"(
  for y.tile in i64(0)..group1.y.tiles + -1
    for x.tile in i64(0)..group1.x.tiles + -1
      let x.first = group1.x.begin + x.tile * 64
      let x.last = min(x.first + 63, group1.x.end)
      let y.first = group1.y.begin + y.tile * 8
      let y.last = min(y.first + 7, group1.y.end)
      let b.x.lo = max(b.x.min, x.first)
      let b.x.hi = min(b.x.max, x.last)
      let b.y.lo = max(b.y.min, y.first)
      let b.y.hi = min(b.y.max, y.last)
      let t.y.lo = min(max(t.y.min, y.first), b.y.lo)
      let t.y.hi = max(min(t.y.max, y.last), b.y.hi)
      # t
      for y in t.y.lo..t.y.hi
        t.tile(y) = img(i64(0), y)
      if x.tile == 0
        for y in max(t.y.min, y.first)..min(t.y.max, y.last)
          t(y) = t.tile(y)
      # b
      for y in b.y.lo..b.y.hi
        for x in b.x.lo..b.x.hi
          b(x, y) = t.tile(y) + img(x, y)
)");
    EXPECT_EQ(two.room("t.tile"), "8");
    // There is a first tile even where 'b' is empty.
    EXPECT_EQ(two.bound("group1.x.tiles"), "max(1, (group1.x.end - group1.x.begin) / 64 + 1)");
    EXPECT_EQ(two.bound("group1.y.begin"), "min(t.y.min, b.y.min)");
}

TEST(LowerGroup, ALiveOutThatNoTileDividesIsComputedByTheFirst) {
    const Lowered two("input img: f32(x, y)\noutput t(i) = img(i, 0)\noutput b(x, y) = img(x, y)\n",
                      R"({"stages": ["t", "b"], "tile": {"x": 64, "y": 8}})");
    const std::string part =
        "      # t\n"
        "      if x.tile == 0 and y.tile == 0\n"
        "        for i in t.i.lo..t.i.hi\n"
        "          t(i) = img(i, i64(0))\n"
        "      # b\n";
    EXPECT_NE(two.step().find(part), std::string::npos) << two.step();
}

TEST(LowerGroup, FusedStagesShareTheirLoops) {
    const Lowered fused(
        "input img: f32(x, y)\na(x, y) = img(x, y) * 2\nb(x, y) = img(x, y) * 3\n"
        "output c(x, y) = a(x, y) + b(x, y)\n",
        R"({"stages": ["a", "b", "c"], "tile": {"x": 64, "y": 8}, "fused": [["a", "b"]]})");
    const std::string text = fused.step();
    EXPECT_EQ(text.substr(text.find("      # a, b")), R"(      # a, b
      for y in a.y.lo..a.y.hi
        for x in a.x.lo..a.x.hi
          let a_value = img(x, y) * 2.0
          let b_value = img(x, y) * 3.0
          a.tile(x, y) = a_value
          b.tile(x, y) = b_value
      # c
      for y in c.y.lo..c.y.hi
        for x in c.x.lo..c.x.hi
          c(x, y) = a.tile(x, y) + b.tile(x, y)
)");
}

// 'b' has the same box, and coordinates of the same names in another order.
TEST(LowerGroup, FusedStagesMayNameTheirCoordinatesInAnotherOrder) {
    const Lowered fused(
        "input img: f32(x, y)\na(x, y) = img(x, y) * 2\nb(y, x) = img(x, y) * 3\n"
        "output c(x, y) = a(x, y) + b(x, y)\n",
        R"({"stages": ["a", "b", "c"], "tile": {"x": 64, "y": 8}, "fused": [["a", "b"]]})");
    EXPECT_NE(fused.step().find("let b_value = img(y, x) * 3.0\n"), std::string::npos) << fused.step();
    EXPECT_NE(fused.step().find("b.tile(x, y) = b_value\n"), std::string::npos) << fused.step();
}

// A tile of the loose shape has room for the same box of every stage; it computes no more than it needs.
TEST(LowerGroup, ALooseTileHasRoomForTheWidenedTile) {
    const Lowered blur(kBlur, R"({"stages": ["bx", "by"], "tile": {"x": 64, "y": 8}, "shape": "loose"})");
    EXPECT_NE(blur.step().find("      for y in bx.y.lo..bx.y.hi\n"), std::string::npos) << blur.step();
    EXPECT_EQ(blur.room("bx.tile"), "66 x 12");
}

}  // namespace
}  // namespace pantile::lower
