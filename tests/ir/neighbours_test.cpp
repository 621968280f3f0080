#include "ir/neighbours.h"

#include <gtest/gtest.h>

#include <set>

#include "front/text/parsing.h"
#include "ir/print.h"
#include "ir/traverse.h"

namespace pantile::ir {
namespace {

// The value of 'f' some rows on.
std::string moved_text(const std::string& value, int64_t by) {
    const Pipeline p = front::parsed("pipeline p\ninput img: i32(x, y)\noutput f(x, y) = " + value + "\n");
    return to_text(moved(p.stages.back().cases[0].value, "y", by));
}

TEST(Moved, NeighboursReadTheSameElement) {
    EXPECT_EQ(moved_text("img(x, y + 1)", 1), moved_text("img(x, y + 2)", 0));
    EXPECT_EQ(moved_text("img(x, y - 1)", 1), moved_text("img(x, y)", 0));
    EXPECT_EQ(moved_text("img(x + 1, y - 3)", 2), moved_text("img(x + 1, y - 1)", 0));
}

TEST(Moved, OtherDimensionsStay) {
    EXPECT_EQ(moved_text("img(x - 1, 0) + x", 3), moved_text("img(x - 1, 0) + x", 0));
}

TEST(Moved, InsideOfScalesAndLimits) {
    EXPECT_EQ(moved_text("img(x, y * 2)", 1), moved_text("img(x, (y + 1) * 2)", 0));
    EXPECT_EQ(moved_text("img(x, clamp(y - 1, 0, 9))", 1), moved_text("img(x, clamp(y, 0, 9))", 0));
}

Pipeline program(const std::string& value) {
    return front::parsed("pipeline p\ninput img: f32(x, y)\noutput f(x, y) = " + value + "\n");
}

Exprs neighbours(const Pipeline& p, int64_t count, Math math) {
    return values_of_neighbours(p, p.stages.back(), {1, count}, math);
}

bool two_share_reads(const Pipeline& p) { return share_reads(p, p.stages.back(), {1, 2}); }

size_t additions(const Exprs& values) {
    std::set<const Node*> seen;
    size_t all = 0;
    for (const Expr& value : values) {
        for_each_node(value, [&](const Expr& e) {
            const Sum* sum = as<Sum>(e);
            if (sum && is_float(e.type()) && seen.insert(e.id()).second) all += sum->terms.size() - 1;
        });
    }
    return all;
}

const char* const kBox = "sum(img(x + i, y + j) for i in -1..1, j in -1..1)";

TEST(ValuesOfNeighbours, KeepTheOrderOfTheirSumsInStrictMath) {
    EXPECT_EQ(additions(neighbours(program(kBox), 4, Math::strict)), 4u * 8);
}

TEST(ValuesOfNeighbours, AddTheTermsOfARowOnceWhereTheOrderIsFree) {
    EXPECT_EQ(additions(neighbours(program(kBox), 4, Math::fast)), 6u * 2 + 4u * 2);
}

TEST(ValuesOfNeighbours, RowsThatDifferAreNotRegrouped) {
    const Pipeline p = program("img(x, y) + img(x + 1, y) + 2 * img(x, y + 1) + 3 * img(x + 1, y + 1)");
    EXPECT_EQ(additions(neighbours(p, 2, Math::fast)), 2u * 3);
}

TEST(ShareReads, AlongTheDimensionsOfAStencil) {
    EXPECT_TRUE(two_share_reads(program("img(x, y) + img(x, y + 1)")));
    EXPECT_FALSE(two_share_reads(program("img(x, y) + img(x + 1, y)")));
    EXPECT_FALSE(two_share_reads(program("img(x, y) * img(0, 0)")));
    EXPECT_FALSE(two_share_reads(program("select(y == 0, img(x, 0), img(x, 0) + 1)")));
}

// A picture of three planes, each of which is another function of the same two.
Pipeline planes(const std::string& value, const std::string& readers = "") {
    return front::parsed("pipeline p\ninput img: f32(x, y)\noutput f(x, c in 1..3) = " + value + "\n" +
                         readers);
}

TEST(WholeRange, EachPointKnowsItsCoordinate) {
    const Pipeline p = planes("select(c == 1, img(x, 0), c == 2, img(x, 5), img(x, 0) + img(x, c))");
    const Stage& stage = p.stages.back();
    const Exprs values = neighbours(p, 3, Math::strict);
    ASSERT_EQ(values.size(), 3u);
    EXPECT_EQ(to_text(values[0]), "img(x, 0)");
    EXPECT_EQ(to_text(values[1]), "img(x, 5)");
    EXPECT_EQ(to_text(values[2]), "img(x, 0) + img(x, 3)");
    EXPECT_TRUE(share_reads(p, stage, {1, 3}));
    EXPECT_FALSE(share_reads(p, stage, {1, 2})) << "a part of the range";
    const Pipeline apart = planes("img(x, c)");
    EXPECT_FALSE(share_reads(apart, apart.stages.back(), {1, 3}));
}

// They may read plane 0 or 9: a block of three may begin anywhere.
TEST(WholeRange, IsNotAllThatOtherStagesRead) {
    const Pipeline p = planes("f32(c) * img(x, 0)", "output g(x) = f(x, 0)\n");
    EXPECT_FALSE(is_whole_range(p, *p.find_stage("f"), {1, 3}));
}

TEST(AddsInPlace, OnlyWhatReadsTheStageWhereItWrites) {
    const auto adds = [](const std::string& update) {
        const Pipeline p = front::parsed("pipeline p\ninput img: f32(x, y)\noutput f(x, y) = 0.0\n" + update +
                                         "\nestimate x = 9, y = 9\n");
        return adds_in_place(p.stages.back(), p.stages.back().updates[0]);
    };
    EXPECT_TRUE(adds("f(x, y) += img(x + k, y) for k in 0..9"));
    EXPECT_TRUE(adds("f(x, y) = max(f(x, y), img(x + k, y)) for k in 0..9"));
    EXPECT_FALSE(adds("f(x, k) += img(x, k) for k in 0..8"));
    EXPECT_FALSE(adds("f(x, y) += img(x, y) for k in 0..9 where k > 2"));
}

}  // namespace
}  // namespace pantile::ir
