#include "cost/stage_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "search/scheduled.h"

namespace pantile::cost {

using namespace schedule;
using namespace search;
namespace {

using Kind = Reach::Kind;

const std::string kInputs = "input img: f32(x, y)\ninput raw: u8(x, y)\n";

StageGraph graph_from(const std::string& stages,
                      const std::map<std::string, int64_t>& extents = {{"x", 100}, {"y", 50}}) {
    return prepared(kInputs + stages, extents).graph;
}

const Edge& edge_between(const StageGraph& graph, const std::string& from, const std::string& to) {
    for (const Edge& e : graph.edges) {
        const Array& producer = e.from_input ? graph.inputs[e.producer] : graph.stages[e.producer];
        if (producer.name == from && graph.stages[e.consumer].name == to) return e;
    }
    throw std::runtime_error("no edge from " + from + " to " + to);
}

// How 'out' reads 'img', along both dimensions.
std::vector<Reach> reaches_of(const std::string& definition) {
    return edge_between(graph_from("output out(x, y) = " + definition + "\n"), "img", "out").reaches;
}

void expect_follows(const Reach& r, size_t dim, double scale, double lowest, double highest) {
    EXPECT_EQ(r.kind, Kind::follows);
    EXPECT_EQ(r.dim, dim);
    EXPECT_EQ(r.scale, scale);
    EXPECT_EQ(r.lowest, lowest);
    EXPECT_EQ(r.highest, highest);
}

TEST(StageGraph, ReadsOfOneProducerAreOneEdgeThatCoversThem) {
    const StageGraph graph =
        graph_from("a(x, y) = img(x, y)\noutput b(x, y) = a(x-1, y) + a(x+2, y-3) * a(x, y)\n");
    ASSERT_EQ(graph.edges.size(), 2u);
    const Edge& e = edge_between(graph, "a", "b");
    EXPECT_FALSE(e.from_input);
    EXPECT_EQ(e.loads, 3);
    expect_follows(e.reaches[0], 0, 1, -1, 2);
    expect_follows(e.reaches[1], 1, 1, -3, 0);
    EXPECT_TRUE(edge_between(graph, "img", "a").from_input);
    EXPECT_EQ(graph.producers_of(1), std::vector<size_t>{0});
    EXPECT_TRUE(graph.producers_of(0).empty());
    EXPECT_EQ(graph.consumers_of(0), std::vector<size_t>{1});
}

TEST(StageGraph, ScalesAndTurnedDimensionsAreSeen) {
    const std::vector<Reach> down = reaches_of("img(2*x, y) + img(2*x+1, y)");
    expect_follows(down[0], 0, 2, 0, 1);
    // Rounding down loses up to a half.
    const std::vector<Reach> up = reaches_of("img(x/2, y)");
    expect_follows(up[0], 0, 0.5, -0.5, 0);
    const std::vector<Reach> turned = reaches_of("img(y, x)");
    expect_follows(turned[0], 1, 1, 0, 0);
    expect_follows(turned[1], 0, 1, 0, 0);
}

TEST(StageGraph, ReductionsReachAsFarAsTheyRun) {
    const StageGraph graph = graph_from("output out(x, y) = sum(img(x+i, y+j) for i in -2..2, j in -1..1)\n");
    const Edge& e = edge_between(graph, "img", "out");
    expect_follows(e.reaches[0], 0, 1, -2, 2);
    expect_follows(e.reaches[1], 1, 1, -1, 1);
    EXPECT_EQ(e.loads, 15);
}

TEST(StageGraph, WhatDoesNotMoveIsFixed) {
    const std::vector<Reach> r = reaches_of("img(3, y) + img(7, y)");
    EXPECT_EQ(r[0].kind, Kind::fixed);
    EXPECT_EQ(r[0].lowest, 3);
    EXPECT_EQ(r[0].highest, 7);
}

TEST(StageGraph, WhatNothingBoundsIsAnywhere) {
    const std::vector<Reach> by_data = reaches_of("img(i32(raw(x, y)), y)");
    EXPECT_EQ(by_data[0].kind, Kind::anywhere);
    EXPECT_TRUE(by_data[0].by_data);
    const std::vector<Reach> by_two = reaches_of("img(x + y, y)");
    EXPECT_EQ(by_two[0].kind, Kind::anywhere);
    EXPECT_FALSE(by_two[0].by_data);
    // Two speeds have no common one.
    EXPECT_EQ(reaches_of("img(x, y) + img(2*x, y)")[0].kind, Kind::anywhere);
    EXPECT_EQ(reaches_of("img(x, y) + img(0, y)")[0].kind, Kind::anywhere);
}

bool is_pointwise(const std::string& definition) {
    return graph_from("output out(x, y) = " + definition + "\n").stages[0].is_pointwise;
}

TEST(StageGraph, PointwiseStagesReadOnePointOfEachProducer) {
    EXPECT_TRUE(is_pointwise("img(x, y) * img(x, y) + f32(raw(x, y))"));
    EXPECT_TRUE(is_pointwise("img(x+1, y) * f32(raw(x+1, y))"));
    EXPECT_TRUE(is_pointwise("img(x, 7)"));
    EXPECT_TRUE(is_pointwise("x + y"));
    EXPECT_FALSE(is_pointwise("img(x, y) + img(x+1, y)"));
    EXPECT_FALSE(is_pointwise("img(x, y) * f32(raw(x+1, y))"));
    EXPECT_FALSE(is_pointwise("img(2*x, y)"));
    EXPECT_FALSE(is_pointwise("sum(img(x+i, y) for i in 0..3)"));
    // A table that values point into does not count.
    EXPECT_TRUE(is_pointwise("img(i32(raw(x, y)), 0)"));
}

TEST(StageGraph, AStageWithUpdatesIsNotPointwise) {
    const StageGraph graph =
        graph_from("output out(x, y) = img(x, y)\nout(x, y) = out(x, y) + img(x + r, y) for r in 0..3\n");
    EXPECT_FALSE(graph.stages[0].is_pointwise);
    EXPECT_TRUE(graph.stages[0].is_reduction());
    EXPECT_EQ(graph.stages[0].work.size(), 2u);
    EXPECT_EQ(graph.stages[0].work[1].domain, 4);
}

TEST(StageGraph, ReuseIsWhatTheNextPointReadsAgain) {
    const auto reuse_of = [](const std::string& definition) {
        return graph_from("output out(x, y) = " + definition + "\n").stages[0].reuse;
    };
    using Reuse = std::vector<int>;
    EXPECT_EQ(reuse_of("img(x, y)"), (Reuse{0, 0}));
    EXPECT_EQ(reuse_of("img(x-2, y) + img(x-1, y) + img(x, y) + img(x+1, y) + img(x+2, y)"), (Reuse{4, 0}));
    EXPECT_EQ(reuse_of("sum(img(x+i, y+j) for i in -1..1, j in -3..3)"), (Reuse{2, 6}));
    // The points in between are not read.
    EXPECT_EQ(reuse_of("img(x, y-2) + img(x, y+2)"), (Reuse{0, 0}));
    EXPECT_EQ(reuse_of("img(2*x, y) + img(2*x+1, y)"), (Reuse{0, 0}));
    EXPECT_EQ(reuse_of("img(2*x-1, y) + img(2*x, y) + img(2*x+1, y)"), (Reuse{1, 0}));
}

TEST(StageGraph, ExtentsAreThoseThatRegionsSay) {
    const StageGraph graph = graph_from("a(x, y) = img(x, y)\noutput b(x, y) = a(x-1, y) + a(x+2, y)\n");
    EXPECT_EQ(graph.stages[0].extents, (std::vector<int64_t>{103, 50}));
    EXPECT_EQ(graph.stages[1].extents, (std::vector<int64_t>{100, 50}));
    EXPECT_EQ(graph.inputs[0].extents, (std::vector<int64_t>{103, 50}));
    EXPECT_EQ(graph.stages[0].points(), 103 * 50);
    EXPECT_EQ(graph.stages[0].bytes(), 4 * 103 * 50);
    EXPECT_EQ(graph.inputs[1].element_bytes, 1);
    EXPECT_FALSE(graph.stages[0].is_output);
    EXPECT_TRUE(graph.stages[1].is_output);
    EXPECT_EQ(graph.all().size(), 2u);
    EXPECT_TRUE(graph.none().empty());
}

TEST(StageGraph, PureDimensionsAreThoseThatUpdatesOnlyPassThrough) {
    const StageGraph graph =
        graph_from("output h(x, y) = 0\nh(i32(raw(r, y)), y) = h(i32(raw(r, y)), y) + 1 for r in 0..9\n");
    EXPECT_EQ(graph.stages[0].pure_dims, (std::vector<bool>{false, true}));
}

// Four channels of a convolution: the picture is loaded once for all, neighbours from neighbours.
TEST(StageGraph, SumsOfABlockShareTheVectorsThatTheyRead) {
    const StageGraph graph = graph_from(
        "input filter: f32(i, j, c)\noutput f(x, y, c) = 0.0\n"
        "f(x, y, c) += filter(i, j, c) * img(x+i, y+j) for i in 0..2, j in 0..2\n",
        {{"x", 100}, {"y", 50}, {"c", 8}});
    const auto& blocks = graph.stages[0].blocks;
    const auto four = std::find_if(blocks.begin(), blocks.end(),
                                   [](const BlockWork& b) { return b.dim == 2 && b.count == 4; });
    ASSERT_NE(four, blocks.end());
    EXPECT_TRUE(four->work[1].keeps_sums);
    EXPECT_EQ(four->work[1].counts.dense, 0.25);
    EXPECT_EQ(four->work[1].counts.broadcast, 1);
    EXPECT_EQ(four->work[1].counts.gathered, 0);
}

// Along a row only x changes, whatever else the index has, limits included.
TEST(StageGraph, OtherCoordinatesDoNotScatterTheElementsOfARow) {
    const StageGraph graph =
        graph_from("output f(x, y, dx) = repeat_edge(img)(x + dx, y)\n", {{"x", 100}, {"y", 50}, {"dx", 7}});
    EXPECT_EQ(graph.stages[0].work[0].counts.dense, 1);
    EXPECT_EQ(graph.stages[0].work[0].counts.gathered, 0);
    EXPECT_EQ(graph.stages[0].work[0].counts.rows, 1);
}

TEST(ExpectedExtents, WhatIsKnownComesBeforeEstimatesAndPictures) {
    const ir::Pipeline p =
        front::parsed("pipeline p\nestimate x = 640\nestimate y = 480\noutput f(x, y, c) = x + y + c\n");
    const auto extents = expected_extents(p, {{"x", 7}});
    EXPECT_EQ(extents, (std::map<std::string, int64_t>{{"x", 7}, {"y", 480}, {"c", 3}}));
    EXPECT_EQ(expected_extents(front::parsed("pipeline p\noutput f(x, y) = x + y\n"), {}),
              (std::map<std::string, int64_t>{{"x", 1920}, {"y", 1080}}));
}

}  // namespace
}  // namespace pantile::cost
