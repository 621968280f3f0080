// How the dimensions of a group's stages follow its tiles. The windows are checked against the boxes that the
// tiles really have, at every offset of a tile.
#include "plan/group_space.h"

#include <gtest/gtest.h>

#include "analysis/analysed.h"
#include "plan/tiles.h"

namespace pantile::plan {

using namespace analysis;
namespace {

std::string shown(Rational r) {
    const std::string whole = std::to_string(r.numerator());
    return r.denominator() == 1 ? whole : whole + "/" + std::to_string(r.denominator());
}

// 'x*1/2 [-1, 1]': placed at x with that scale, in that window.
std::string dim_text(const StageDim& d, const ir::Stage& reference) {
    std::string text = d.place ? reference.dims[d.place->dim] + "*" + shown(d.place->scale) : "free";
    if (d.window) {
        text += " [" + shown(d.window->lowest) + ", " + shown(d.window->highest) + "]";
        for (const Warp& w : d.window->warps) text += " " + ir::to_text(w.map);
    }
    if (d.fixed) text += " fixed " + std::to_string(d.fixed->first) + ".." + std::to_string(d.fixed->second);
    return text;
}

struct Inferred {
    Analysed program;
    std::vector<std::string> names;
    GroupSpace space;

    Inferred(const std::string& items, const std::vector<std::string>& stages)
        : program(items),
          names(stages),
          space(infer_group_space(program.pipeline, program.regions,
                                  plan::positions_of(program.pipeline, stages))) {}

    const GroupStage& stage(const std::string& name) const {
        return space.stages[static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin())];
    }
    std::string dim(const std::string& name, size_t d = 0) const {
        return dim_text(stage(name).dims[d], *program.pipeline.find_stage(names.back()));
    }
};

TEST(GroupSpace, AStencilWidensTheWindow) {
    const Inferred s(
        "input img: f32(x)\na(x) = img(x)\nb(x) = a(x-1) + a(x+2)\noutput c(x) = b(x-3) + b(x)\n",
        {"a", "b", "c"});
    EXPECT_EQ(s.dim("c"), "x*1 [0, 0]");
    EXPECT_EQ(s.dim("b"), "x*1 [-3, 0]");
    EXPECT_EQ(s.dim("a"), "x*1 [-4, 2]");
}

TEST(GroupSpace, SamplingScalesThePlacement) {
    const Inferred s(
        "input img: f32(x)\na(x) = img(x)\nb(x) = a(2*x) + a(2*x+1)\nc(x) = b(x/2)\n"
        "output d(x) = c(3*x/2)\n",
        {"a", "b", "c", "d"});
    EXPECT_EQ(s.dim("c"), "x*3/2 [-1/2, 0]");
    EXPECT_EQ(s.dim("b"), "x*3/4 [-3/4, 0]");
    EXPECT_EQ(s.dim("a"), "x*3/2 [-3/2, 1]");
}

TEST(GroupSpace, ATransposedAccessFollowsTheOtherDimension) {
    const Inferred s("input img: f32(x, y)\na(x, y) = img(x, y)\noutput b(x, y) = a(y+1, 2*x)\n", {"a", "b"});
    EXPECT_EQ(s.dim("a", 0), "y*1 [1, 1]");
    EXPECT_EQ(s.dim("a", 1), "x*2 [0, 0]");
}

TEST(GroupSpace, DimensionsOfAnyRankFollowTheReference) {
    const Inferred s(
        "input img: f32(x, y)\na(y) = img(0, y)\nb(x, y, c) = a(y-1) + img(x, y+c)\n"
        "output d(x, y) = b(x, y, 0) + b(x, y, 2)\n",
        {"a", "b", "d"});
    EXPECT_EQ(s.dim("a"), "y*1 [-1, -1]");
    EXPECT_EQ(s.dim("b", 2), "free fixed 0..2");
}

TEST(GroupSpace, AClampIsAWarpOfTheWindow) {
    const Inferred s(
        "input img: f32(x)\nparam n: i32 = 9\na(x) = img(x)\n"
        "output b(x) = a(clamp(x-1, 0, n)) + a(clamp(x+1, 0, n))\n",
        {"a", "b"});
    EXPECT_EQ(s.dim("a"), "x*1 [-1, 1] min(max(index, 0), n)");
}

TEST(GroupSpace, DifferentWarpsLeaveTheWindowOpen) {
    EXPECT_EQ(
        Inferred("input img: f32(x)\na(x) = img(x)\noutput b(x) = a(clamp(x, 0, 9)) + a(x)\n", {"a", "b"})
            .dim("a"),
        "x*1");
    EXPECT_EQ(
        Inferred("input img: f32(x)\na(x) = img(x)\noutput b(x) = a(x) + a(2*x)\n", {"a", "b"}).dim("a"),
        "x*2");
    EXPECT_EQ(Inferred("input img: f32(x)\na(x) = img(x)\noutput b(x) = a(9-x)\n", {"a", "b"}).dim("a"),
              "free");
}

TEST(GroupSpace, ALiveOutHasWhatItsTileOwns) {
    const Inferred s("input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(3*x/2)\n", {"a", "b"});
    EXPECT_TRUE(s.stage("a").live_out);
    EXPECT_TRUE(s.stage("a").read_inside);
    EXPECT_FALSE(s.stage("b").read_inside);
    EXPECT_EQ(s.dim("a"), "x*3/2 [-1/2, 1]");
}

TEST(GroupSpace, AStageReadOutsideOfTheGroupIsLiveOut) {
    const Inferred s("input img: f32(x)\na(x) = img(x)\nb(x) = a(x)\noutput c(x) = a(x) + b(x)\n",
                     {"a", "b"});
    EXPECT_TRUE(s.stage("a").live_out);
    EXPECT_TRUE(s.stage("b").live_out);
}

TEST(GroupSpace, ALiveOutThatNoReadConnectsIsPlacedByName) {
    const Inferred s("input img: f32(x, y)\noutput a(y, c) = img(c, y)\noutput b(x, y) = img(x, y)\n",
                     {"a", "b"});
    EXPECT_EQ(s.dim("a", 0), "y*1 [0, 0]");
    EXPECT_EQ(s.dim("a", 1), "free");
}

TEST(GroupSpace, LevelsAndDepthsAreLongestWays) {
    const Inferred s("input img: f32(x)\na(x) = img(x)\nb(x) = a(x)\noutput c(x) = a(x) + b(x)\n",
                     {"a", "b", "c"});
    EXPECT_EQ(s.space.height, 2);
    EXPECT_EQ(s.stage("a").level, 2);
    EXPECT_EQ(s.stage("a").depth, 0);
    EXPECT_EQ(s.stage("b").level, 1);
    EXPECT_EQ(s.stage("c").depth, 2);
}

TEST(GroupSpace, UpdatesThatMixPointsLeaveTheirDimensionOpen) {
    const Inferred s(
        "input img: f32(x, y)\na(x, y) = img(x, y)\na(x, r) = a(x, r) + a(x, r-1) for r in 1..9\n"
        "output b(x, y) = a(x-1, y) + a(x+1, y)\n",
        {"a", "b"});
    EXPECT_EQ(s.dim("a", 0), "x*1 [-1, 1]");
    EXPECT_EQ(s.dim("a", 1), "y*1");
}

// Whatever the offset of a tile, the box of each stage fits into its scratch.
struct Shape {
    const char* items;
    std::vector<std::string> stages;
    std::map<std::string, size_t> outputs;  // and their ranks
};

void expect_room(const Shape& shape, const std::vector<int64_t>& tile, int64_t begin, schedule::Shape kind) {
    std::map<std::string, Box> outputs;
    for (const auto& [name, rank] : shape.outputs) outputs[name] = Box(rank, from(begin, begin + 36));
    schedule::Group group;
    group.stages = shape.stages;
    group.tile = tile;
    group.shape = kind;
    schedule::Tiles tiles(shape.items, std::move(group), outputs);
    const plan::TileBoxes& boxes = tiles.boxes();
    tiles.for_each_tile([&] {
        for (size_t i = 0; i < tiles.count(); ++i) {
            if (!boxes.needs_scratch(i)) continue;
            const ir::LoopBuffer scratch = boxes.scratch(i);
            const Box needed = tiles.value(boxes.box(i)), room = tiles.value(boxes.footprint(i));
            for (size_t d = 0; d < needed.size(); ++d) {
                const int64_t extent = tiles.value(scratch.extents[d]);
                EXPECT_TRUE(needed[d].extent() <= extent && room[d].extent() <= extent)
                    << shape.items << boxes.stage(i).name << " has room for " << extent << " points along "
                    << scratch.dims[d] << " and needs " << needed[d].min << " to " << needed[d].max
                    << ", tile from " << tiles.named(boxes.reference().dims[0] + ".first") << " size "
                    << tile[0];
                EXPECT_TRUE(needed[d].extent() == 0 ||
                            (room[d].min <= needed[d].min && needed[d].max <= room[d].max));
            }
        }
    });
}

const std::vector<Shape> kConstant = {
    {"input img: f32(x)\na(x) = img(x)\nb(x) = a(x-1) + a(x+2)\noutput c(x) = b(x-3) + b(x)\n",
     {"a", "b", "c"},
     {{"c", 1}}},
    {"input img: f32(x)\na(x) = img(x)\noutput b(x) = a(2*x) + a(2*x+1)\n", {"a", "b"}, {{"b", 1}}},
    {"input img: f32(x)\na(x) = img(x)\noutput b(x) = a(x/2) + a((x+1)/2)\n", {"a", "b"}, {{"b", 1}}},
    {"input img: f32(x)\na(x) = img(x)\nb(x) = a(3*x-1) + a(3*x+1)\noutput c(x) = b((x-1)/3) + b((x+1)/3)\n",
     {"a", "b", "c"},
     {{"c", 1}}},
    {"input img: f32(x)\na(x) = img(x)\nb(x) = a(3*x/2) + a(3*x/2+1)\noutput c(x) = b(2*x/3) + b(x*2/3-1)\n",
     {"a", "b", "c"},
     {{"c", 1}}},
    {"input img: f32(x)\na(x) = img(x)\nb(x) = a(x/2)\nc(x) = b(x/2)\nd(x) = c(2*x) + c(2*x+1)\n"
     "output e(x) = d(2*x-1) + c(x) + b((x >> 1) - 1)\n",
     {"a", "b", "c", "d", "e"},
     {{"e", 1}}},
    {"input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(3*x/2) + a(3*x/2+1)\n",
     {"a", "b"},
     {{"a", 1}, {"b", 1}}},
    {"input img: f32(x)\noutput a(x) = img(x)\noutput b(x) = a(x/3)\nc(x) = b(x) + a(x/3+1)\noutput d(x) = "
     "c(2*x)\n",
     {"a", "b", "c", "d"},
     {{"a", 1}, {"b", 1}, {"d", 1}}},
    {"input img: f32(x)\na(x) = img(x)\noutput b(x) = sum(a(2*x + r) for r in -2..3)\n",
     {"a", "b"},
     {{"b", 1}}},
    {"input img: f32(x)\na(x) = img(x)\noutput b(x) = select(img(x) > 0, a(x-2), a(x+3))\n",
     {"a", "b"},
     {{"b", 1}}},
    {"input img: f32(x)\na(x) = img(x)\nb(x) =\n  case x >= 3: a(x-3)\n  case x < -4: a(x+4)\n  otherwise: "
     "0.0\n"
     "output c(x) = b(x) + b(x+1)\n",
     {"a", "b", "c"},
     {{"c", 1}}},
};

const std::vector<Shape> kWarped = {
    {"input img: f32(x)\na(x) = img(x)\noutput b(x) = a(clamp(x-2, 0, 9)) + a(clamp(x+2, 0, 9))\n",
     {"a", "b"},
     {{"b", 1}}},
    {"input img: f32(x)\na(x) = img(x)\nb(x) = a(2*x) + a(2*x+1)\noutput c(x) = b(clamp(x/2, -3, 9)) + "
     "b(clamp((x+1)/2, -3, 9))\n",
     {"a", "b", "c"},
     {{"c", 1}}},
    {"input img: f32(x)\na(x) = img(x)\nb(x) = a(clamp(x-1, 0, 9)) + a(clamp(x+1, 0, 9))\n"
     "output c(x) = b(clamp(x-1, 0, 9)) + b(clamp(x+1, 0, 9))\n",
     {"a", "b", "c"},
     {{"c", 1}}},
    {"input img: f32(x)\na(x) = img(x)\nb(x) = a(clamp(x, 0, 9)) + a(x)\noutput c(x) = b(x-1)\n",
     {"a", "b", "c"},
     {{"c", 1}}},
    {"input img: f32(x)\na(x) = img(x)\nb(x) = a(clamp(x-2, 0, 9)) + a(x+1)\n"
     "c(x) = b(clamp(x+3, -4, 12)) + a(x)\noutput d(x) = c(x) + c(clamp(x-1, 0, 9)) + b(x)\n",
     {"a", "b", "c", "d"},
     {{"d", 1}}},
    {"input img: f32(x)\na(x) = img(x)\noutput b(x) = a(max(x-5, 3)) + a(min(x+2, 7)) + a(clamp(x, 4, 1))\n",
     {"a", "b"},
     {{"b", 1}}},
    {"input img: f32(x)\na(x) = img(x)\nb(x) = a(clamp(x+5, 0, 9)) + a(x)\n"
     "output c(x) = b(clamp(x-5, 0, 9)) + b(x)\n",
     {"a", "b", "c"},
     {{"c", 1}}},
    {"input img: f32(x)\na(x) = img(x)\noutput b(x) = a(max(x, 300)) + a(min(x, -200))\n",
     {"a", "b"},
     {{"b", 1}}},
    {"input img: f32(x)\na(x) = img(x)\noutput b(x) = a(clamp(x, 200, 300)) + a(clamp(x, -100, -50)) + "
     "a(x)\n",
     {"a", "b"},
     {{"b", 1}}},
    {"input img: f32(x)\na(x) = img(x)\nb(x) = a(max(x, 90)) + a(min(x-2, 7))\n"
     "output c(x) = b(min(x, -60)) + b(max(x+1, 50)) + a(x)\n",
     {"a", "b", "c"},
     {{"c", 1}}},
    // Nothing of 'b' is needed, but 't' has a tile.
    {"input img: f32(x)\na(x) = img(x)\nt() = img(3)\nb(x) = a(max(x, 300)) + 2 * a(min(x, -200))\n"
     "b(x) += 1\noutput o(x) =\n  case x >= 5000: b(x) + t()\n  otherwise: t()\n",
     {"a", "t", "b"},
     {{"o", 1}}},
    {"input img: f32(x)\na(x) = img(x % 8)\nb(x) = a(x % 5)\noutput c(x) = b(5 - x) + b(x)\n",
     {"a", "b", "c"},
     {{"c", 1}}},
};

const std::vector<Shape> kPlane = {
    {"input img: f32(x, y)\na(x, y) = img(x, y)\nb(x, y) = a(y+1, 2*x) + a(y-1, 2*x+1)\noutput c(x, y) = "
     "b(x, y/2)\n",
     {"a", "b", "c"},
     {{"c", 2}}},
    {"input img: f32(x, y)\na(y) = img(0, y)\nb(x) = img(x, 0)\nc(x, y, k) = a(y-k) + b(x+1)\n"
     "output d(x, y) = c(x, y, 0) + c(x, y+1, 2) + b(x-1)\n",
     {"a", "b", "c", "d"},
     {{"d", 2}}},
    {"input img: f32(x, y)\noutput a(y) = img(0, y)\noutput b(x, y) = a(y+1) + a(y-1) + img(x, y)\n",
     {"a", "b"},
     {{"a", 1}, {"b", 2}}},
    {"input img: f32(x, y)\na(x, y) = img(x, y)\noutput b(x, y) = a(x, x) + a(x+1, x)\n",
     {"a", "b"},
     {{"b", 2}}},
    {"input img: f32(x, y)\na(x, y) = img(x, y)\noutput b(x, y) = a(x, y) + a(y, x)\n",
     {"a", "b"},
     {{"b", 2}}},
};

TEST(GroupSpace, ConstantWindowsHoldAtEveryOffset) {
    for (const Shape& shape : kConstant) {
        for (const int64_t size : {1, 2, 3, 4, 5, 7, 12}) {
            for (int64_t begin = -7; begin <= 0; ++begin) {
                expect_room(shape, {size}, begin, schedule::Shape::scalene);
                expect_room(shape, {size}, begin, schedule::Shape::loose);
            }
        }
    }
}

TEST(GroupSpace, WarpedAndOpenWindowsHoldAtEveryOffset) {
    for (const Shape& shape : kWarped) {
        for (const int64_t size : {1, 2, 3, 5, 8}) {
            for (int64_t begin = -20; begin <= 0; begin += 3)
                expect_room(shape, {size}, begin, schedule::Shape::scalene);
        }
    }
}

// 'f' is clamped, then read 5 further; 'g' is read 5 further, then clamped: past the end of the clamp the two
// lie apart, though both have the offset 5 and the same warp.
const Shape kShiftedAfterAndBefore = {
    "input img: f32(x)\np(x) = img(x)\nf(x) = p(x+5)\noutput g(x) = f(clamp(x, 0, 20)) + p(clamp(x+5, 0, "
    "20))\n",
    {"p", "f", "g"},
    {{"g", 1}}};

TEST(GroupSpace, AShiftBeforeAWarpIsNotAShiftAfterIt) {
    for (const int64_t size : {1, 4})
        expect_room(kShiftedAfterAndBefore, {size}, -7, schedule::Shape::scalene);
}

TEST(GroupSpace, WindowsOfPlanesHoldAtEveryOffset) {
    for (const Shape& shape : kPlane) {
        for (const auto& tile : std::vector<std::vector<int64_t>>{{4, 3}, {5, 0}, {0, 7}, {1, 1}})
            expect_room(shape, tile, -5, schedule::Shape::scalene);
    }
}

}  // namespace
}  // namespace pantile::plan
