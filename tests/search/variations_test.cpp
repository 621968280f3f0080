#include "search/variations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "pantile/compile.h"
#include "plan/plan.h"
#include "schedule/file.h"
#include "search/scheduled.h"

namespace pantile::search {

using namespace plan;
using namespace schedule;
namespace {

struct Varied {
    Pipeline pipeline = parse_pan(
                            "pipeline p\ninput img: f32(x, y)\na(x, y) = img(x, y-1) + img(x, y+1)\n"
                            "output b(x, y) = a(x, y-1) + a(x, y+1)\nestimate x = 640, y = 480\n",
                            "p.pan")
                            .value();
    ScheduleRequest request{.pipeline = pipeline.ir(), .scheduler = "dp", .target = target_of("laptop4")};
    Schedule from = make_schedule(request).value().schedule;
};

std::set<int64_t> rows_at_once(const std::vector<Schedule>& schedules) {
    std::set<int64_t> rows;
    for (const Schedule& s : schedules) {
        for (const Group& g : s.groups) rows.insert(g.registers.empty() ? 1 : g.registers[1]);
    }
    return rows;
}

const std::set<int64_t> kWalks = {0, 1, 2, 4};

TEST(Variations, AStepChangesTilesWalksAndBlocks) {
    const Varied v;
    const std::vector<Schedule> all = neighbours(v.request, v.from);
    EXPECT_EQ(rows_at_once(all), (std::set<int64_t>{1, 2, 4, 8}));
    std::set<int64_t> walks, widths;
    for (const Schedule& s : all) {
        const Group& last = s.groups.back();
        walks.insert(last.sliding ? last.sliding->rows : 0);
        widths.insert(last.tile.empty() ? 0 : last.tile[0]);
    }
    EXPECT_TRUE(std::includes(walks.begin(), walks.end(), kWalks.begin(), kWalks.end()));
    EXPECT_GE(widths.size(), 3u);
    for (const Schedule& s : all) EXPECT_TRUE(check_legal(s, v.pipeline.ir()).empty());
}

TEST(Variations, ThereIsAWayBackToNoBlocks) {
    const Varied v;
    Schedule blocks = v.from;
    blocks.groups.back().registers = {1, 4};
    const std::vector<Schedule> all = neighbours(v.request, blocks);
    EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                            [](const Schedule& s) { return s.groups.back().registers.empty(); }));
}

TEST(Variations, RandomOnesAreLegalDifferentAndTheSameEveryTime) {
    const Varied v;
    const std::vector<Schedule> some = random_variations(v.request, {v.from}, 20);
    const std::vector<Schedule> again = random_variations(v.request, {v.from}, 20);
    EXPECT_EQ(some.size(), 20u);
    std::set<std::string> texts;
    for (size_t i = 0; i < some.size(); ++i) {
        EXPECT_TRUE(check_legal(some[i], v.pipeline.ir()).empty());
        EXPECT_EQ(to_json(some[i], v.pipeline.ir()), to_json(again[i], v.pipeline.ir()));
        texts.insert(to_json(some[i], v.pipeline.ir()));
    }
    EXPECT_EQ(texts.size(), some.size());
}

}  // namespace
}  // namespace pantile::search
