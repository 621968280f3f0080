#include "plan/tile_boxes.h"

#include <gtest/gtest.h>

#include <map>

#include "plan/tiles.h"

namespace pantile::plan {

using namespace schedule;
namespace {

using analysis::Box;
using analysis::from;

Group group_of(std::vector<std::string> stages, std::vector<int64_t> tile) {
    Group group;
    group.stages = std::move(stages);
    group.tile = std::move(tile);
    return group;
}

// Every point of a box, the first dimension fastest.
void for_each_point(const Box& box, const std::function<void(const std::vector<int64_t>&)>& visit) {
    std::vector<int64_t> at;
    for (const auto& side : box) {
        if (side.extent() == 0) return;
        at.push_back(side.min);
    }
    for (size_t d = 0; d < box.size();) {
        visit(at);
        for (d = 0; d < box.size() && ++at[d] > box[d].max; ++d) at[d] = box[d].min;
    }
}

// Each point of each live-out belongs to one tile, which computes it.
void expect_divided(const std::string& items, const Group& group, const std::map<std::string, Box>& outputs) {
    Tiles tiles(items, group, outputs);
    std::map<std::string, std::map<std::vector<int64_t>, int>> owners;
    tiles.for_each_tile([&] {
        for (size_t i = 0; i < tiles.count(); ++i) {
            if (!tiles.boxes().space().stages[i].live_out) continue;
            if (const auto owner = tiles.boxes().owner(i); owner && tiles.value(*owner) == 0) continue;
            const Box box = tiles.value(tiles.boxes().box(i));
            for_each_point(tiles.value(tiles.boxes().owned(i)), [&](const std::vector<int64_t>& at) {
                ++owners[tiles.boxes().stage(i).name][at];
                for (size_t d = 0; d < at.size(); ++d)
                    EXPECT_TRUE(box[d].min <= at[d] && at[d] <= box[d].max) << items;
            });
        }
    });
    for (const auto& [name, box] : outputs) {
        for_each_point(box, [&](const std::vector<int64_t>& at) {
            EXPECT_EQ(owners[name][at], 1) << items << name << " at " << at[0];
        });
    }
}

TEST(TileBoxes, TilesDivideTheirLiveOutsBetweenThem) {
    for (const int64_t size : {1, 2, 3, 5, 7}) {
        for (const int64_t begin : {-8, -3, 0, 4}) {
            const auto line = Box{from(begin, begin + 19)};
            expect_divided("input img: f32(x)\na(x) = img(x)\noutput b(x) = a(x-1) + a(x+1)\n",
                           group_of({"a", "b"}, {size}), {{"b", line}});
            expect_divided("input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(2*x) + a(2*x+1)\n",
                           group_of({"a", "b"}, {size}), {{"a", line}, {"b", {from(0, 6)}}});
            expect_divided("input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(x/3)\n",
                           group_of({"a", "b"}, {size}), {{"a", {from(begin, begin + 9)}}, {"b", line}});
            expect_divided(
                "input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(3*x/2)\noutput c(x) = b(x/2)\n",
                group_of({"a", "b", "c"}, {size}), {{"a", line}, {"b", {from(-9, 2)}}, {"c", line}});
        }
    }
}

TEST(TileBoxes, LiveOutsOfOtherRanksAreDividedToo) {
    for (const auto& tile : std::vector<std::vector<int64_t>>{{4, 3}, {0, 5}, {7, 0}}) {
        expect_divided("input img: f32(x, y)\noutput t(y) = img(0, y)\noutput b(x, y) = t(y) + img(x, y)\n",
                       group_of({"t", "b"}, tile), {{"t", {from(-2, 12)}}, {"b", {from(0, 9), from(1, 8)}}});
        expect_divided("input img: f32(x, y)\noutput t(i) = img(i, 0)\noutput b(x, y) = img(x, y)\n",
                       group_of({"t", "b"}, tile), {{"t", {from(3, 5)}}, {"b", {from(0, 9), from(1, 8)}}});
        expect_divided("input img: f32(x, y)\noutput t(y, x) = img(x, y)\noutput b(x, y) = t(y, x)\n",
                       group_of({"t", "b"}, tile),
                       {{"t", {from(-1, 7), from(0, 11)}}, {"b", {from(0, 9), from(1, 8)}}});
    }
}

// There is a tile for a live-out that reaches along no tiled dimension, though the reference is empty.
TEST(TileBoxes, AnEmptyReferenceLeavesATileForTheOthers) {
    expect_divided("input img: f32(x, y)\noutput t(i) = img(i, 0)\noutput b(x, y) = img(x, y)\n",
                   group_of({"t", "b"}, {4, 4}), {{"t", {from(3, 5)}}, {"b", {from(0, -1), from(0, -1)}}});
}

TEST(TileBoxes, OneDimensionThatFollowsTwiceIsDividedOnce) {
    expect_divided("input img: f32(x, y)\noutput a(x, y) = img(x, y)\noutput b(x) = a(x, x)\n",
                   group_of({"a", "b"}, {3}), {{"a", {from(0, 7), from(0, 7)}}, {"b", {from(-2, 9)}}});
}

// The boxes of the consumers are what the consumers read: no less, and in these programs no more.
TEST(TileBoxes, BoxesAreWhatTheTileReads) {
    Tiles tiles("input img: f32(x)\na(x) = img(x)\nb(x) = a(2*x-1) + a(2*x+1)\noutput c(x) = b(x/2)\n",
                group_of({"a", "b", "c"}, {5}), {{"c", {from(-7, 30)}}});
    tiles.for_each_tile([&] {
        const int64_t first = tiles.named("x.first"), last = tiles.named("x.last");
        const auto half = [](int64_t x) { return (x - (x % 2 != 0 && x < 0 ? 1 : 0)) / 2; };
        EXPECT_EQ(tiles.value(tiles.boxes().box(1)), (Box{from(half(first), half(last))}));
        EXPECT_EQ(tiles.value(tiles.boxes().box(0)), (Box{from(2 * half(first) - 1, 2 * half(last) + 1)}));
    });
}

// 'a' is read at a point and beyond a limit: two ways that no single window covers. Inside of the limits they
// stay together; outside, the room grows by how far the tiles lie out there.
TEST(TileBoxes, ScratchHasRoomForATileWhereLimitsDiffer) {
    const std::string items =
        "input img: f32(x)\na(x) = img(x)\noutput b(x) = a(x) + a(clamp(x-2, 0, 99)) + a(clamp(x+3, 0, "
        "99))\n";
    const auto room = [&](int64_t first, int64_t last) {
        Tiles tiles(items, group_of({"a", "b"}, {8}), {{"b", {from(first, last)}}});
        return tiles.value(tiles.boxes().scratch(0).extents[0]);
    };
    EXPECT_EQ(room(0, 99), 8 + 5);
    EXPECT_EQ(room(20, 80), 8 + 5);
    EXPECT_EQ(room(-4, 99), 8 + 5 + 4);
    EXPECT_EQ(room(-4, 109), 8 + 5 + 4 + 10);
    EXPECT_EQ(room(40, 45), 6 + 5) << "no more than there is of the stage";
}

TEST(TileBoxes, ALiveOutThatIsComputedWhereItIsOwnedNeedsNoScratch) {
    const auto needs = [](const std::string& items, std::vector<int64_t> tile) {
        const Tiles tiles(items, group_of({"a", "b"}, std::move(tile)),
                          {{"a", {from(0, 9)}}, {"b", {from(0, 9)}}});
        EXPECT_FALSE(tiles.boxes().needs_scratch(1));
        return tiles.boxes().needs_scratch(0);
    };
    EXPECT_FALSE(needs("input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(x)\n", {4}));
    EXPECT_FALSE(needs("input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = img(x)\n", {4}));
    EXPECT_TRUE(needs("input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(x+1)\n", {4}));
    EXPECT_TRUE(needs("input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(2*x)\n", {4}));
    EXPECT_TRUE(needs("input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(clamp(x, 0, 9))\n", {4}));
    EXPECT_FALSE(needs("input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(x+1)\n", {0}));
}

TEST(TileBoxes, EqualBoxesAreSeenToBe) {
    const Tiles tiles(
        "input img: f32(x)\na(x) = img(x)\nb(x) = img(x)\nc(x) = img(x)\n"
        "output d(x) = a(x) + a(x+1) + b(x+1) + b(x) + c(x-1) + c(x)\n",
        group_of({"a", "b", "c", "d"}, {4}), {{"d", {from(0, 9)}}});
    EXPECT_TRUE(tiles.boxes().have_equal_boxes(0, 1));
    EXPECT_FALSE(tiles.boxes().have_equal_boxes(0, 2));
    EXPECT_FALSE(tiles.boxes().have_equal_boxes(0, 3));
}

TEST(TileBoxes, AWalkFoldsItsRowsToAPowerOfTwo) {
    Group group = group_of({"a", "b"}, {8, 64});
    group.sliding = Sliding{1, 1};
    const Tiles tiles(
        "input img: f32(x, y)\na(x, y) = img(x, y)\noutput b(x, y) = a(x-1, y-2) + a(x+1, y+2)\n", group,
        {{"b", {from(0, 9), from(0, 99)}}});
    const ir::LoopBuffer scratch = tiles.boxes().scratch(0);
    EXPECT_EQ(scratch.folds, (std::vector<int64_t>{0, 8}));
    EXPECT_EQ(ir::constant_int(scratch.extents[0]), 10);
    EXPECT_EQ(ir::constant_int(scratch.extents[1]), 8);
}

TEST(TileBoxes, TheDenseDimensionAndShortTilesAreNotFolded) {
    Group line = group_of({"a", "b"}, {64});
    line.sliding = Sliding{0, 1};
    const Tiles walked("input img: f32(x)\na(x) = img(x)\noutput b(x) = a(x-1) + a(x+1)\n", line,
                       {{"b", {from(0, 99)}}});
    EXPECT_EQ(walked.boxes().scratch(0).folds, std::vector<int64_t>{0});
    Group low = group_of({"a", "b"}, {8, 2});
    low.sliding = Sliding{1, 1};
    const Tiles tiles("input img: f32(x, y)\na(x, y) = img(x, y)\noutput b(x, y) = a(x, y-1) + a(x, y+1)\n",
                      low, {{"b", {from(0, 9), from(0, 99)}}});
    EXPECT_EQ(tiles.boxes().scratch(0).folds, (std::vector<int64_t>{0, 0}));
}

TEST(TileBoxes, LooseTilesWidenByTheSteepestStepTimesTheHeight) {
    const Tiles tiles(
        "input img: f32(x)\na(x) = img(x)\nb(x) = a(x-3) + a(x+1)\noutput c(x) = b(x-1) + b(x)\n",
        group_of({"a", "b", "c"}, {8}), {{"c", {from(0, 9)}}});
    // 'a' lies 4 to the left after two steps, 'b' 1 after one; to the right 1 after two steps.
    EXPECT_EQ(loose_widening(tiles.boxes().space(), 0).left, 4);
    EXPECT_EQ(loose_widening(tiles.boxes().space(), 0).right, 2);
}

TEST(TileBoxes, ARectangleWalksItsOutermostTiledDimension) {
    Group group = group_of({"a"}, {4, 8, 0});
    EXPECT_FALSE(walk_of(group));
    group.shape = schedule::Shape::rectangle;
    EXPECT_EQ(walk_of(group)->dim, 1u);
    EXPECT_EQ(walk_of(group)->rows, 1);
    group.sliding = Sliding{0, 3};
    EXPECT_EQ(walk_of(group)->dim, 0u);
    group = group_of({"a"}, {0});
    group.shape = schedule::Shape::rectangle;
    EXPECT_FALSE(walk_of(group));
}

}  // namespace
}  // namespace pantile::plan
