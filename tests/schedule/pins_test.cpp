// What a person pins holds in the schedule, or is refused with the reason.
#include "schedule/pins.h"

#include <gtest/gtest.h>

#include "search/scheduled.h"

namespace pantile::schedule {

using namespace search;
namespace {

const std::vector<std::string> kSchedulers = {"dp", "greedy", "auto", "polymage", "forma"};

// Stencils along both dimensions, with a diamond: 'a' is read by 'b' and 'c', which 'out' reads.
const ir::Pipeline kDiamond = front::parsed(
    "pipeline p\ninput img: f32(x, y)\n"
    "gray(x, y) = img(x, y) * 2.0\n"
    "a(x, y) = gray(x-1, y) + gray(x+1, y)\n"
    "b(x, y) = a(x, y-1) + a(x, y+1)\n"
    "c(x, y) = a(x-2, y) + a(x+2, y)\n"
    "output out(x, y) = b(x-1, y) + b(x+1, y) + c(x, y-1) + c(x, y+1)\n");

ScheduleRequest pinned(const std::string& scheduler, const Pins& pins,
                       const ir::Pipeline& pipeline = kDiamond) {
    return {.pipeline = pipeline,
            .scheduler = scheduler,
            .extents = {{"x", 2000}, {"y", 1000}},
            .target = target_of("zen2core"),
            .pins = pins};
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_inlined(const Schedule& schedule, const std::string& stage) {
    return schedule.rewrites.count(rewrite::Inline{stage}) > 0;
}

// Every scheduler keeps the pins, as 'holds' sees it.
void expect_held(const Pins& pins, const std::function<bool(const Schedule&)>& holds) {
    for (const std::string& scheduler : kSchedulers) {
        const Schedule schedule = scheduled(pinned(scheduler, pins)).schedule;
        expect_legal(schedule, kDiamond);
        EXPECT_TRUE(holds(schedule)) << scheduler << ":\n" << to_json(schedule, kDiamond);
    }
}

// Without pins decisions differ, so that the tests below show something.
TEST(Pins, SchedulersDecideOtherwiseByThemselves) {
    const Schedule free = scheduled(pinned("dp", {})).schedule;
    EXPECT_TRUE(is_inlined(free, "gray"));
    EXPECT_FALSE(is_inlined(free, "c"));
    EXPECT_EQ(&group_with(free, "b"), &group_with(free, "out"));
}

TEST(Pins, TogetherHolds) {
    for (const auto& set : Groups{{"a", "b"}, {"b", "c"}, {"a", "b", "c"}, {"gray", "a"}}) {
        Pins pins;
        pins.together = {set};
        expect_held(pins, [&](const Schedule& s) {
            return std::all_of(set.begin(), set.end(), [&](const std::string& name) {
                return has(group_with(s, set[0]).stages, name);
            });
        });
    }
}

TEST(Pins, ApartHolds) {
    for (const auto& set : Groups{{"b", "out"}, {"a", "b", "c", "out"}, {"a", "out"}}) {
        Pins pins;
        pins.apart = {set};
        pins.stored = {"a", "b", "c"};
        expect_held(pins, [&](const Schedule& s) {
            std::set<const Group*> groups;
            for (const std::string& name : set) groups.insert(&group_with(s, name));
            return groups.size() == set.size();
        });
    }
}

TEST(Pins, InlineAndNeverInlineHold) {
    Pins pins;
    pins.inlined = {"c"};
    pins.stored = {"gray"};
    expect_held(pins, [](const Schedule& s) { return is_inlined(s, "c") && !is_inlined(s, "gray"); });
    Pins all;
    all.inlined = {"gray", "a", "b", "c"};
    expect_held(all, [](const Schedule& s) { return s.rewrites.size() == 4 && s.groups.size() == 1; });
}

TEST(Pins, TilesHold) {
    Pins pins;
    pins.tiles["out"] = {96, 24};
    pins.tiles["a"] = {0, 17};
    expect_held(pins, [](const Schedule& s) {
        const Group &out = group_with(s, "out"), &a = group_with(s, "a");
        return out.stages.back() == "out" && out.tile == std::vector<int64_t>{96, 24} && !out.sliding &&
               a.stages.back() == "a" && a.tile == std::vector<int64_t>{0, 17};
    });
}

TEST(Pins, SlidesHold) {
    Pins pins;
    pins.slides.emplace("out", Sliding{1, 3});
    const auto slides = [](const Schedule& s) {
        const Group& out = group_with(s, "out");
        return out.stages.back() == "out" && out.sliding && out.sliding->dim == 1 && out.sliding->rows == 3;
    };
    expect_held(pins, slides);
    pins.tiles["out"] = {256, 48};
    expect_held(pins, [&](const Schedule& s) {
        return slides(s) && group_with(s, "out").tile == std::vector<int64_t>{256, 48};
    });
    Pins across;
    across.slides.emplace("b", Sliding{0, 64});
    expect_held(across, [](const Schedule& s) {
        const Group& b = group_with(s, "b");
        return b.stages.back() == "b" && b.sliding && b.sliding->dim == 0 && b.sliding->rows == 64;
    });
}

TEST(Pins, AllKindsHoldTogether) {
    Pins pins;
    pins.together = {{"b", "out"}};
    pins.apart = {{"a", "b"}};
    pins.inlined = {"gray"};
    pins.stored = {"c"};
    pins.tiles["out"] = {128, 30};
    pins.slides.emplace("out", Sliding{1, 2});
    expect_held(pins, [](const Schedule& s) {
        const Group& out = group_with(s, "out");
        return has(out.stages, "b") && !has(out.stages, "a") && is_inlined(s, "gray") &&
               !is_inlined(s, "c") && out.tile == std::vector<int64_t>{128, 30} && out.sliding->rows == 2;
    });
}

// Exactly one message, from every scheduler.
void expect_refused(const Pins& pins, const std::string& message, const ir::Pipeline& pipeline = kDiamond) {
    for (const std::string& scheduler : kSchedulers)
        EXPECT_EQ(refusal_of(pinned(scheduler, pins, pipeline)), "error: " + message + "\n") << scheduler;
}

TEST(Pins, StagesThatDoNotExistAreRefused) {
    const std::string message = "a pin names 'zz', which is not a stage of 'p'.";
    expect_refused({.together = {{"a", "zz"}}}, message);
    expect_refused({.apart = {{"a", "zz"}}}, message);
    expect_refused({.inlined = {"zz"}}, message);
    expect_refused({.stored = {"zz"}}, message);
    expect_refused({.tiles = {{"zz", {1, 2}}}}, message);
    expect_refused({.slides = {{"zz", {0, 1}}}}, message);
    expect_refused({.inlined = {"img"}}, "a pin names 'img', which is not a stage of 'p'.");
}

TEST(Pins, InlinedStagesHaveNoPlace) {
    expect_refused({.inlined = {"a"}, .stored = {"a"}},
                   "'a' is pinned both as inlined and as never inlined.");
    expect_refused({.inlined = {"a"}, .tiles = {{"a", {8, 8}}}},
                   "'a' is pinned as inlined, but also has tiles.");
    expect_refused({.inlined = {"a"}, .slides = {{"a", {1, 1}}}},
                   "'a' is pinned as inlined, but also has tiles.");
    expect_refused({.together = {{"a", "b"}}, .inlined = {"a"}},
                   "'a' is pinned as inlined, but also into a group.");
}

TEST(Pins, WhatCannotBeInlinedIsRefused) {
    expect_refused({.inlined = {"out"}}, "the schedule inlines what cannot be inlined: 'out' is an output.");
    const ir::Pipeline reduction = front::parsed(
        "pipeline p\ninput img: f32(x, y)\nr(x, y) = 0.0\nr(x, y) += img(x+i, y) for i in 0..3\n"
        "output out(x, y) = r(x, y)\n");
    expect_refused({.inlined = {"r"}}, "the schedule inlines what cannot be inlined: 'r' has updates.",
                   reduction);
}

TEST(Pins, SetsThatContradictEachOtherAreRefused) {
    expect_refused({.together = {{"a", "b"}, {"b", "c"}}},
                   "'b' is in two sets of 'together'; join them into one.");
    expect_refused({.together = {{"a", "b", "c"}}, .apart = {{"out", "c", "a"}}},
                   "'c' and 'a' are pinned both together and apart.");
}

TEST(Pins, AStageWithTilesEndsItsGroup) {
    expect_refused(
        {.together = {{"a", "b"}}, .tiles = {{"a", {64, 16}}}},
        "'a' has pinned tiles, so its group ends with it; 'b' reads it and is pinned into the same group.");
}

// Neither reads the other: the larger one comes last, of equal ones the later.
TEST(Pins, TilesOfAStageThatCannotComeLastAreRefused) {
    const std::string message =
        "'b' has pinned tiles, so its group ends with it; but it is pinned into one that ends with 'c'.";
    expect_refused({.together = {{"b", "c"}}, .tiles = {{"b", {64, 16}}, {"c", {32, 32}}}}, message);
    expect_refused({.together = {{"b", "c"}}, .tiles = {{"b", {64, 16}}}}, message);
    expect_refused({.together = {{"b", "c"}}, .slides = {{"b", {1, 2}}}}, message);
    Pins pins;
    pins.together = {{"b", "c"}};
    pins.tiles = {{"c", {64, 16}}};
    expect_held(pins, [&](const Schedule& s) {
        const Group& group = group_with(s, "b");
        return group.stages.back() == "c" && group.tile == std::vector<int64_t>{64, 16};
    });
}

TEST(Pins, GroupsThatNeedEachOtherAreRefused) {
    expect_refused({.together = {{"a", "out"}}},
                   "a, out cannot be one group: 'b' reads one of them and is read by another.");
    const ir::Pipeline two = front::parsed(
        "pipeline p\ninput img: f32(x)\na(x) = img(x-1) + img(x+1)\nb(x) = img(x-2) + img(x+2)\n"
        "c(x) = a(x-1) + a(x+1)\nd(x) = b(x-1) + b(x+1)\noutput out(x) = c(x) + d(x)\n");
    const std::string message = refusal_of(pinned("dp", {.together = {{"a", "d"}, {"b", "c"}}}, two));
    EXPECT_NE(message.find("a, d cannot be one group"), std::string::npos) << message;
    EXPECT_NE(message.find("b, c cannot be one group"), std::string::npos) << message;
}

TEST(Pins, NaiveTakesNoPins) {
    EXPECT_EQ(refusal_of(pinned("naive", {.inlined = {"a"}})),
              "error: the scheduler 'naive' decides nothing, so it takes no pins.\n");
}

}  // namespace
}  // namespace pantile::schedule
