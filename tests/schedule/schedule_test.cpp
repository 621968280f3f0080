#include "schedule/schedule.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "search/naive.h"

namespace pantile::schedule {

using namespace search;
namespace {

ir::Pipeline sample(const std::string& name = "f") {
    return front::parsed("pipeline p\n" + name + "(x, y) = x + y\noutput out(x) = " + name + "(x, x)\n");
}

TEST(Schedule, TheNaiveOneHasAGroupForEachStageInOrder) {
    const Schedule s = naive(sample());
    ASSERT_EQ(s.groups.size(), 2u);
    EXPECT_EQ(s.groups[0].stages, std::vector<std::string>{"f"});
    EXPECT_EQ(s.groups[0].parallel_dims, std::vector<size_t>{1});
    EXPECT_EQ(s.groups[0].vector_dim, 0u);
    EXPECT_EQ(s.groups[1].parallel_dims, std::vector<size_t>{0});
    EXPECT_EQ(s.name, "naive");
}

TEST(Schedule, AStageWithoutDimensionsHasNothingToRunInParallel) {
    const Schedule s = naive(front::parsed("pipeline p\noutput f() = 1\n"));
    EXPECT_TRUE(s.groups[0].parallel_dims.empty());
    EXPECT_FALSE(s.groups[0].vector_dim);
}

TEST(Schedule, TheHashIsThatOfTheMeaning) {
    EXPECT_EQ(hash_of(sample()),
              hash_of(front::parsed("pipeline p # a comment\nf(x, y) = x+y\noutput   out(x) = f(x, x)\n")));
    EXPECT_NE(hash_of(sample()), hash_of(sample("g")));
    EXPECT_EQ(hash_of(sample()).size(), 32u);
}

}  // namespace
}  // namespace pantile::schedule
