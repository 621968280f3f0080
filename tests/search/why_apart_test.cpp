#include "search/why_apart.h"

#include <gmock/gmock.h>

#include "search/prepared.h"

namespace pantile::search {

using namespace cost;
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Why the first two groups are apart.
std::string why(const std::string& items, const std::vector<std::vector<std::string>>& groups,
                const Decision& by = {.scheduler = "auto", .cost_model = "pantile"}) {
    const PreparedProgram p(items, {{"x", 1024}, {"y", 1024}});
    const machine::Target target = laptop();
    std::vector<PlannedGroup> planned;
    for (const auto& names : groups) {
        const GroupFrame frame = frame_group(p.graph(), p.set(names));
        const TilePlan plan = pantile_cost(p.graph(), target).best_plan(frame).plan;
        planned.push_back({p.set(names), frame, plan, predict(p.graph(), frame, plan, target)});
    }
    return why_apart({p.graph(), target, planned, by}, 0, 1);
}

const std::string kChain =
    "input img: f32(x, y)\n"
    "a(x, y) = img(x, y) + img(x+1, y)\n"
    "output b(x, y) = a(x, y) + a(x, y+1)\n";

TEST(WhyApart, NaiveFusesNothing) {
    EXPECT_EQ(why(kChain, {{"a"}, {"b"}}, {.scheduler = "naive"}), "the scheduler 'naive' fuses nothing");
}

TEST(WhyApart, AFileSaysSoAndTheTimesFollow) {
    const std::string said = why(kChain, {{"a"}, {"b"}}, {});
    EXPECT_THAT(said, StartsWith("the schedule says so; predicted "));
    EXPECT_THAT(said, HasSubstr(" together, "));
    EXPECT_THAT(said, HasSubstr(" apart"));
}

TEST(WhyApart, PinsAreNamed) {
    Decision by{.scheduler = "auto", .cost_model = "pantile"};
    by.pins.apart = {{"a", "b"}};
    EXPECT_EQ(why(kChain, {{"a"}, {"b"}}, by), "'a' and 'b' are pinned apart");
}

TEST(WhyApart, AGroupThatLiesBetweenIsNamed) {
    EXPECT_EQ(why("input img: f32(x, y)\n"
                  "a(x, y) = img(x, y) + img(x+1, y)\n"
                  "between(x, y) = a(x, y) + a(x, y+1)\n"
                  "output b(x, y) = a(x, y) + between(x+1, y)\n",
                  {{"a"}, {"b"}, {"between"}}),
              "group 3 lies between: it reads group 1, and group 2 waits for it");
}

TEST(WhyApart, AReductionIsNeededAsAWhole) {
    const std::string items =
        "input img: f32(x, y)\n"
        "s(i) = 0.0\n"
        "s(clamp(i32(img(rx, ry)), 0, 255)) += 1.0 for rx in 0..1023, ry in 0..1023\n"
        "output b(x, y) = img(x, y) * s(0)\n";
    EXPECT_EQ(why(items, {{"s"}, {"b"}}), "'s' is a reduction whose every tile needs all of it");
}

const std::string kByData =
    "input img: u8(x, y)\n"
    "table(i) = f32(i) * 2 + 1\n"
    "output b(x, y) = table(i32(img(x, y))) + table(i32(img(x+1, y)))\n";

TEST(WhyApart, DataDependentReadsAreNamed) {
    EXPECT_EQ(why(kByData, {{"table"}, {"b"}}, {.scheduler = "forma", .cost_model = "cache"}),
              "'b' reads 'table' by data-dependent index");
    EXPECT_EQ(why(kByData, {{"table"}, {"b"}}, {.scheduler = "dp", .cost_model = "polymage"}),
              "'b' reads 'table' by data-dependent index");
}

TEST(WhyApart, ScalesThatDifferAreNamed) {
    const std::string items =
        "input img: f32(x, y)\n"
        "a(x, y) = img(x, y) + img(x+1, y)\n"
        "b(x, y) = a(2*x, 2*y) + a(2*x+1, 2*y)\n"
        "c(x, y) = a(3*x, 3*y) + a(3*x+1, 3*y)\n"
        "output d(x, y) = b(x, y) + c(x, y)\n";
    EXPECT_EQ(why(items, {{"a"}, {"b", "c", "d"}}, {.scheduler = "dp", .cost_model = "polymage"}),
              "no constant dependence: scale 2 for 'b' against 3 for 'c'");
}

TEST(WhyApart, ASeveralTimesReadGroupHasNoOnlyReader) {
    EXPECT_EQ(why("input img: f32(x, y)\n"
                  "a(x, y) = img(x, y) + img(x+1, y)\n"
                  "output b(x, y) = a(x, y) + a(x, y+1)\n"
                  "output c(x, y) = a(x, y) - a(x, y+1)\n",
                  {{"a"}, {"b"}, {"c"}}, {.scheduler = "greedy", .cost_model = "halide"}),
              "several groups read group 1; 'greedy' fuses only with a single consumer");
}

TEST(WhyApart, RedundantWorkOfAWideStencilIsCounted) {
    const std::string items =
        "input img: f32(x, y)\n"
        "a(x, y) = img(x, y) + img(x+1, y)\n"
        "output b(x, y) = sum(a(x+i, y+j) for i in -64..64, j in -64..64)\n";
    EXPECT_THAT(why(items, {{"a"}, {"b"}}, {.scheduler = "polymage", .cost_model = "overlap"}),
                StartsWith("would raise redundant work from 0 % to "));
}

}  // namespace
}  // namespace pantile::search
