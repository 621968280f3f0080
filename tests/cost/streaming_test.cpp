#include "cost/streaming.h"

#include <gtest/gtest.h>

#include "search/scheduled.h"

namespace pantile::cost {

using namespace schedule;
using namespace search;
namespace {

const std::string kTwo =
    "input img: f32(x, y)\na(x, y) = img(x, y-1) + img(x, y+1)\n"
    "output b(x, y) = a(x, y-1) * a(x, y+1)\n";

// One thread, on a machine that gains from it.
machine::Target streaming() {
    machine::Target target = target_of("laptop4");
    target.threads = 1;
    target.machine.images = {7, 16, 11, 25, 6};
    return target;
}

struct OneGroup {
    Prepared p;
    GroupFrame frame;
    OneGroup(const std::string& text, int64_t columns, int64_t rows)
        : p(prepared(text, {{"x", columns}, {"y", rows}})), frame(frame_group(p.graph, p.graph.all())) {}

    std::vector<std::string> streamed(const machine::Target& target) const {
        std::vector<std::string> names;
        for (const size_t s : worth_streaming(p.graph, frame, target))
            names.push_back(p.graph.stages[s].name);
        return names;
    }
};

TEST(Streaming, IsForImagesThatNoCacheKeeps) {
    EXPECT_EQ(OneGroup(kTwo, 4096, 3000).streamed(streaming()), std::vector<std::string>{"b"});
    EXPECT_TRUE(OneGroup(kTwo, 256, 300).streamed(streaming()).empty());
}

TEST(Streaming, NeedsAMachineThatGainsFromIt) {
    machine::Target target = streaming();
    target.machine.images.stream = 6.9;
    EXPECT_TRUE(OneGroup(kTwo, 4096, 3000).streamed(target).empty());
    target.machine.images = {};
    EXPECT_TRUE(OneGroup(kTwo, 4096, 3000).streamed(target).empty());
}

TEST(Streaming, NeedsRowsOfWholeLines) {
    EXPECT_TRUE(OneGroup(kTwo, 4100, 3000).streamed(streaming()).empty());
    EXPECT_FALSE(OneGroup(kTwo, 4112, 3000).streamed(streaming()).empty());
}

TEST(Streaming, IsNotForWhatUpdatesReadAgain) {
    const std::string sums =
        "input img: f32(x, y)\nb(x, y) = img(x, y)\nb(x, y) += img(x, y+i) for i in 1..4\noutput b\n";
    EXPECT_TRUE(OneGroup(sums, 4096, 3000).streamed(streaming()).empty());
}

// Images between groups too, where they are large.
TEST(Streaming, AStageThatIsReadLaterIsAnImageToo) {
    const Prepared p = prepared(kTwo, {{"x", 4096}, {"y", 3000}});
    for (size_t s = 0; s < p.graph.stages.size(); ++s) {
        const GroupFrame frame = frame_group(p.graph, StageSet::of(p.graph.stages.size(), {s}));
        EXPECT_EQ(worth_streaming(p.graph, frame, streaming()), std::vector<size_t>{s});
    }
}

TEST(Streaming, IsNotForLoopsThatLoadMuch) {
    const auto with_columns = [](int count) {
        return OneGroup("input img: f32(x, y)\noutput b(x, y) = maximum(img(x+i, y) for i in 1.." +
                            std::to_string(count) + ")\n",
                        4096, 3000)
            .streamed(streaming());
    };
    EXPECT_EQ(with_columns(20), std::vector<std::string>{"b"});
    EXPECT_TRUE(with_columns(50).empty());
}

TEST(Streaming, IsNotForWhatTheSameTileReads) {
    const OneGroup both("input img: f32(x, y)\noutput a(x, y) = img(x, y)\noutput b(x, y) = a(x, y) * 2\n",
                        4096, 3000);
    EXPECT_EQ(both.streamed(streaming()), std::vector<std::string>{"b"});
}

TEST(Streaming, AnOutputThatIsReadFromACacheStaysThere) {
    const std::string text =
        "input img: f32(x, y)\noutput a(x, y) = img(x, y)\noutput b(x, y, c) = a(x, y) * c\n";
    const Prepared p = prepared(text, {{"x", 512}, {"y", 512}, {"c", 64}});
    const GroupFrame first = frame_group(p.graph, StageSet::of(2, {0})),
                     last = frame_group(p.graph, StageSet::of(2, {1}));
    EXPECT_TRUE(worth_streaming(p.graph, first, streaming()).empty()) << "1 MiB of an L3 of 8";
    EXPECT_EQ(worth_streaming(p.graph, last, streaming()), std::vector<size_t>{1});
}

TEST(Streaming, TakesLessTimeAndMovesFewerBytes) {
    const OneGroup group(kTwo, 4096, 3000);
    TilePlan plan{.tile = {256, 32}, .sliding = {}, .parallel = {1}};
    const Prediction cached = predict(group.p.graph, group.frame, plan, streaming());
    plan.streamed = worth_streaming(group.p.graph, group.frame, streaming());
    const Prediction streamed = predict(group.p.graph, group.frame, plan, streaming());
    EXPECT_LT(streamed.time, 0.95 * cached.time);
    EXPECT_DOUBLE_EQ(cached.bytes - streamed.bytes, 4.0 * 4096 * 3000);
    EXPECT_EQ(streamed.arithmetic, cached.arithmetic);
}

}  // namespace
}  // namespace pantile::cost
