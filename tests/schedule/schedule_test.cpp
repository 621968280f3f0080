#include "schedule/schedule.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"

namespace pantile::schedule {
namespace {

ir::Pipeline sample(const std::string& name = "f") {
    return front::parsed("pipeline p\n" + name + "(x, y) = x + y\noutput out(x) = " + name + "(x, x)\n");
}

TEST(Schedule, TheNaiveOneHasAGroupForEachStageInOrder) {
    const Schedule s = schedule_by_name("naive", sample()).value();
    ASSERT_EQ(s.groups.size(), 2u);
    EXPECT_EQ(s.groups[0].stages, std::vector<std::string>{"f"});
    EXPECT_EQ(s.groups[0].parallel_dims, std::vector<size_t>{1});
    EXPECT_EQ(s.groups[0].vector_dim, 0u);
    EXPECT_EQ(s.groups[1].parallel_dims, std::vector<size_t>{0});
    EXPECT_EQ(s.name, "naive");
}

TEST(Schedule, AStageWithoutDimensionsHasNothingToRunInParallel) {
    const Schedule s = schedule_by_name("naive", front::parsed("pipeline p\noutput f() = 1\n")).value();
    EXPECT_TRUE(s.groups[0].parallel_dims.empty());
    EXPECT_FALSE(s.groups[0].vector_dim);
}

TEST(Schedule, AnUnknownNameIsRefusedWithTheKnownOnes) {
    const Result<Schedule> s = schedule_by_name("fastest\x1b", sample());
    ASSERT_FALSE(s);
    EXPECT_EQ(s.diagnostics()[0].message, "there is no scheduler 'fastest?'.");
    EXPECT_NE(s.diagnostics()[0].hints[0].find("naive"), std::string::npos);
    for (const std::string& name : scheduler_names()) EXPECT_TRUE(schedule_by_name(name, sample())) << name;
}

TEST(Schedule, TheHashIsThatOfTheMeaning) {
    EXPECT_EQ(hash_of(sample()),
              hash_of(front::parsed("pipeline p # a comment\nf(x, y) = x+y\noutput   out(x) = f(x, x)\n")));
    EXPECT_NE(hash_of(sample()), hash_of(sample("g")));
    EXPECT_EQ(hash_of(sample()).size(), 32u);
}

}  // namespace
}  // namespace pantile::schedule
