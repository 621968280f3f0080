#include "machine/measure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace pantile::machine {
namespace {

// Numbers without a meaning, in no time.
MeasureOptions hasty() { return {.effort = {.seconds = 0.0005, .repetitions = 2}, .most_memory = 16 << 20}; }

Machine two_cores() {
    Topology topology;
    topology.name = "two cores";
    topology.cores = 2;
    topology.l3 = 4 << 20;
    return typical(topology, 64);
}

std::vector<double> numbers_of(const Machine& m) {
    std::vector<double> numbers = {m.cycle, m.task};
    for (const Level* level : {&m.l1, &m.l2, &m.l3, &m.memory}) {
        for (const double n : {level->bandwidth, level->all_bandwidth, level->latency}) numbers.push_back(n);
    }
    const Images& i = m.images;
    for (const double n : {i.copy, i.all_copy, i.stream, i.all_stream, i.parts}) numbers.push_back(n);
    return numbers;
}

TEST(Measure, GivesPositiveFiniteNumbers) {
    const Machine measured = measure(two_cores(), hasty());
    EXPECT_TRUE(measured.measured);
    for (const double number : numbers_of(measured)) EXPECT_TRUE(std::isfinite(number) && number > 0);
    for (const Level* level : {&measured.l1, &measured.l2, &measured.l3, &measured.memory})
        EXPECT_GE(level->all_bandwidth, level->bandwidth);
    EXPECT_GE(measured.images.all_copy, measured.images.copy);
    EXPECT_GE(measured.images.all_stream, measured.images.stream);
}

// Other programs may disturb one measurement, not all of them.
TEST(Measure, L1IsNotSlowerThanMemory) {
    constexpr int kTries = 20;
    for (int i = 0; i < kTries; ++i) {
        const Machine measured = measure(two_cores(), hasty());
        const bool has_bandwidth = measured.l1.bandwidth >= measured.memory.bandwidth / 2;
        if (has_bandwidth && measured.memory.latency >= measured.l1.latency / 2) return;
    }
    FAIL() << "in none of " << kTries << " measurements";
}

TEST(Measure, KeepsNameCoresAndSizes) {
    const Machine given = two_cores();
    const Machine measured = measure(given, hasty());
    EXPECT_EQ(measured.name, given.name);
    EXPECT_EQ(measured.cores, given.cores);
    EXPECT_EQ(measured.vector_bytes, given.vector_bytes);
    EXPECT_EQ(measured.l1.bytes, given.l1.bytes);
    EXPECT_EQ(measured.l2.bytes, given.l2.bytes);
    EXPECT_EQ(measured.l3.bytes, given.l3.bytes);
    EXPECT_EQ(measured.memory.bytes, 0);
}

TEST(Measure, WhatIsMeasuredIsAValidFile) {
    const Machine measured = measure(two_cores(), hasty());
    const Result<Machine> again = from_json(to_json(measured), "m.json");
    ASSERT_TRUE(again) << render(again.diagnostics());
    EXPECT_EQ(*again, measured);
}

TEST(Measure, OneCoreWithoutL3IsEnough) {
    Machine given = two_cores();
    given.cores = 1;
    given.l3 = {};
    const Machine measured = measure(given, hasty());
    EXPECT_EQ(measured.l3, Level{});
    EXPECT_EQ(measured.memory.all_bandwidth, measured.memory.bandwidth);
    EXPECT_EQ(measured.images.all_copy, measured.images.copy);
}

TEST(Measure, SaysEachStepInOrder) {
    MeasureOptions options = hasty();
    int last = 0, all = 0;
    std::set<std::string> names;
    options.progress = [&](int step, int of_steps, const std::string& what) {
        EXPECT_EQ(step, last + 1);
        last = step;
        all = of_steps;
        names.insert(what);
    };
    measure(two_cores(), options);
    EXPECT_EQ(last, all);
    EXPECT_EQ(names.size(), static_cast<size_t>(all));
    EXPECT_TRUE(names.count("the bandwidth of memory, all cores"));
}

}  // namespace
}  // namespace pantile::machine
