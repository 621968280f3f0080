// The shrinker with failures that are made up: whatever the failure, it comes down to what it is about.
#include "random/shrink/shrink.h"

#include <gtest/gtest.h>

#include "ir/print.h"
#include "ir/traverse.h"
#include "plan/plan.h"

namespace pantile::random {
namespace {

using Predicate = std::function<bool(const Specimen&)>;

bool has_node(const ir::Pipeline& pipeline, const std::function<bool(const ir::Expr&)>& is_it) {
    bool found = false;
    for (const ir::Stage& stage : pipeline.stages)
        ir::for_each_expr(stage, [&](const ir::Expr& root, size_t) {
            ir::for_each_node(root, [&](const ir::Expr& e) { found |= is_it(e); });
        });
    return found;
}

bool divides(const Specimen& s) {
    return has_node(s.pipeline, [](const ir::Expr& e) {
        const ir::Binary* b = ir::as<ir::Binary>(e);
        return b && b->op == ir::BinaryOp::div;
    });
}

bool has_group(const Specimen& s, const std::function<bool(const schedule::Group&)>& is_it) {
    return std::any_of(s.schedule.groups.begin(), s.schedule.groups.end(), is_it);
}

bool slides_two_stages(const Specimen& s) {
    return has_group(s, [](const schedule::Group& g) { return g.sliding && g.stages.size() > 1; });
}

bool vectors_of_an_update(const Specimen& s) {
    return has_group(s, [&](const schedule::Group& g) {
        return g.vector_dim && !s.pipeline.find_stage(g.stages[0])->updates.empty();
    });
}

// A stage that is read at two places, in tiles: as when a halo is one too small.
bool tiles_a_stencil(const Specimen& s) {
    return has_group(s, [&](const schedule::Group& g) {
        const std::vector<std::string> read = ir::producers_of(*s.pipeline.find_stage(g.stages.back()));
        return g.stages.size() > 1 && !g.tile.empty() &&
               std::find(read.begin(), read.end(), g.stages[0]) != read.end();
    });
}

// The first specimens that fail.
std::vector<Specimen> failing_specimens(const Predicate& fails, size_t count) {
    std::vector<Specimen> found;
    for (uint64_t seed = 0; found.size() < count && seed < 400; ++seed) {
        Specimen s = make_specimen(seed, seed % 3);
        if (fails(s)) found.push_back(std::move(s));
    }
    return found;
}

void expect_small(const Predicate& fails, size_t stages, size_t lines) {
    const std::vector<Specimen> found = failing_specimens(fails, 6);
    ASSERT_EQ(found.size(), 6u);
    for (const Specimen& s : found) {
        const Specimen small = shrink(s, {.still_fails = fails, .limits = {.seconds = 3600}});
        EXPECT_TRUE(fails(small));
        EXPECT_LE(small.pipeline.stages.size(), stages) << describe(s) << "\n" << ir::to_text(small.pipeline);
        EXPECT_LE(count_lines(small.schedule, small.pipeline), lines) << ir::to_text(small.pipeline);
        EXPECT_TRUE(plan::check_legal(small.schedule, small.pipeline).empty());
        EXPECT_TRUE(from_texts(to_texts({small, {}, "made up"}))) << ir::to_text(small.pipeline);
        EXPECT_EQ(make_trial(small.seed, small.pipeline, small.sizes).broken, "");
    }
}

TEST(Shrink, ADivisionComesDownToOneStage) { expect_small(divides, 1, 2); }
TEST(Shrink, ASlidingGroupComesDownToThreeStages) { expect_small(slides_two_stages, 3, 4); }
TEST(Shrink, AnUpdateInVectorsComesDownToOneStage) { expect_small(vectors_of_an_update, 1, 2); }
TEST(Shrink, AStencilInTilesComesDownToTwoStages) { expect_small(tiles_a_stencil, 2, 5); }

TEST(Shrink, EndsAtItsLimits) {
    const std::vector<Specimen> found = failing_specimens(divides, 1);
    size_t tries = 0;
    const Predicate counted = [&](const Specimen& s) {
        ++tries;
        return divides(s);
    };
    shrink(found.at(0), {.still_fails = counted, .limits = {.tries = 5}});
    EXPECT_LE(tries, 5u);
}

TEST(Shrink, NothingIsLostOnTheWay) {
    const std::vector<Specimen> found = failing_specimens(divides, 1);
    Specimen last = found.at(0);
    const Specimen small = shrink(
        last, {.still_fails = divides, .limits = {}, .on_smaller = [&](const Specimen& s) { last = s; }});
    EXPECT_EQ(ir::to_text(last.pipeline), ir::to_text(small.pipeline));
}

}  // namespace
}  // namespace pantile::random
