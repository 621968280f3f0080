#include "schedule/print.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "search/naive.h"

namespace pantile::schedule {

using namespace search;
namespace {

ir::Pipeline sample() {
    return front::parsed(
        "pipeline p\ninput img: f32(x, y)\na(x, y) = img(x, y) * 2\nb(x, y) = img(x, y) * 3\n"
        "c(x, y) = a(x, y) + b(x, y)\noutput out(x, y) = c(x, y+1)\n");
}

TEST(PrintSchedule, TheNaiveOne) {
    EXPECT_EQ(to_text(naive(sample()), sample()),
              "group 1: a\n  y in parallel; vectors along x\n"
              "group 2: b\n  y in parallel; vectors along x\n"
              "group 3: c\n  y in parallel; vectors along x\n"
              "group 4: out\n  y in parallel; vectors along x\n");
}

TEST(PrintSchedule, SaysEveryChoice) {
    const Schedule schedule{"expert",
                            hash_of(sample()),
                            {{.stages = {"a", "b", "out"},
                              .tile = {256, 32},
                              .shape = Shape::rectangle,
                              .sliding = Sliding{1, 2},
                              .order = {1, 0},
                              .parallel_dims = {1, 0},
                              .vector_dim = 0,
                              .registers = {2, 4},
                              .fused = {{"a", "b"}},
                              .reduction_tiles = {{"a", 1, "r", 64, true}},
                              .streamed = {"a", "out"}}},
                            {rewrite::Inline{"c"}}};
    EXPECT_EQ(
        to_text(schedule, sample()),
        "inlined: c\n"
        "group 1: a -> b -> out\n"
        "  tiles of y 32, x 256; rectangle; slides along y by 2 rows; in the order y, x; y, x in parallel; "
        "vectors along x; register blocks of 4 y by 2 vectors; one loop for a, b; update 1 of a in reduction "
        "tiles of 64 r, in parallel; a, out by non-temporal stores\n");
}

TEST(PrintSchedule, AGroupMayBeOneTile) {
    const Schedule schedule{"expert", hash_of(sample()), {{.stages = {"a", "b", "c", "out"}}}, {}};
    EXPECT_EQ(to_text(schedule, sample()), "group 1: a -> b -> c -> out\n  tiles of everything; scalene\n");
}

TEST(PrintSchedule, NothingIsSaidAboutPlainLoops) {
    const ir::Pipeline p = front::parsed("pipeline p\noutput f() = 1\n");
    EXPECT_EQ(to_text(naive(p), p), "group 1: f\n");
}

}  // namespace
}  // namespace pantile::schedule
