#include "cost/group_frame.h"

#include <gtest/gtest.h>

#include "report/survey_tiles.h"
#include "search/scheduled.h"

namespace pantile::cost {

using namespace plan;
using namespace schedule;
using namespace search;
namespace {

using Extents = std::vector<std::vector<int64_t>>;

std::vector<std::string> names_of(const StageGraph& graph, const GroupFrame& frame) {
    std::vector<std::string> names;
    for (const FrameStage& s : frame.stages) names.push_back(graph.stages[s.stage].name);
    return names;
}

Extents framed(const StageGraph& graph, const GroupFrame& frame, const TileSizes& tile) {
    Extents out;
    for (const FrameStage& s : frame.stages) {
        out.emplace_back();
        for (size_t d = 0; d < s.dims.size(); ++d)
            out.back().push_back(extent_in_tile(graph, s, d, frame.reference(), tile));
    }
    return out;
}

// What region inference says about the same group, tile by tile.
Extents surveyed(const Prepared& p, const std::vector<std::string>& stages, const TileSizes& tile,
                 const std::map<std::string, int64_t>& extents) {
    const analysis::ChosenSizes chosen = analysis::choose_sizes(p.pipeline, p.regions, extents).value();
    analysis::BoundValues values(p.pipeline, chosen.sizes);
    for (size_t s = 0; s < p.pipeline.stages.size(); ++s)
        values.set_box(p.pipeline.stages[s], chosen.boxes.stages[s]);
    const Group group{.stages = stages, .tile = tile};
    const TileBoxes boxes(p.pipeline, p.regions, group, "group1");
    const report::TileSurvey survey = report::survey_tiles(boxes, values).value();
    Extents out;
    for (const report::StageSurvey& s : survey.stages) out.push_back(s.largest);
    return out;
}

void expect_as_surveyed(const Prepared& p, const TileSizes& tile,
                        const std::map<std::string, int64_t>& extents) {
    const GroupFrame frame = frame_group(p.graph, p.graph.all());
    EXPECT_EQ(framed(p.graph, frame, tile), surveyed(p, names_of(p.graph, frame), tile, extents))
        << fmt::format("tile {}", fmt::join(tile, " x "));
}

TEST(GroupFrame, BoxesOfUnsharpAreThoseOfItsTiles) {
    const std::map<std::string, int64_t> extents = {{"x", 600}, {"y", 400}, {"c", 3}};
    const Prepared p = prepared(app("unsharp"), extents);
    for (const TileSizes& tile :
         {TileSizes{64, 32, 1}, {256, 17, 0}, {0, 50, 1}, {100, 0, 0}, {0, 0, 0}, {1, 1, 1}})
        expect_as_surveyed(p, tile, extents);
}

TEST(GroupFrame, BoxesOfHarrisAreThoseOfItsTiles) {
    const std::map<std::string, int64_t> extents = {{"x", 500}, {"y", 300}};
    const Prepared whole = prepared(app("harris"), extents);
    for (const TileSizes& tile : {TileSizes{64, 32}, {256, 10}, {0, 33}, {7, 0}})
        expect_as_surveyed(whole, tile, extents);
    const Inlining inlined = inline_by_shape(whole.pipeline, whole.graph, {});
    const Prepared few = prepare(whole.pipeline, rewrites_of(inlined), extents).value();
    for (const TileSizes& tile : {TileSizes{64, 32}, {256, 10}, {0, 33}, {7, 0}})
        expect_as_surveyed(few, tile, extents);
}

const std::string kPyramid =
    "input img: f32(x, y)\n"
    "fine(x, y) = img(x, y) * 2.0\n"
    "coarse(x, y) = fine(2*x-1, y) + fine(2*x, y) + fine(2*x+1, y)\n"
    "coarser(x, y) = coarse(2*x-1, y) + coarse(2*x, y) + coarse(2*x+1, y)\n"
    "up(x, y) = coarser(x/2, y) + coarser((x+1)/2, y)\n"
    "output out(x, y) = up(x/2, y) + up((x+1)/2, y)\n";

// Where resolutions change, rounding may add up to one point of the coarse stage on either side, which are
// two of the finer one and four of the finest; never is anything missing.
TEST(GroupFrame, BoxesOfAPyramidCoverThoseOfItsTiles) {
    const std::map<std::string, int64_t> extents = {{"x", 512}, {"y", 64}};
    const Prepared p = prepared(kPyramid, extents);
    const GroupFrame frame = frame_group(p.graph, p.graph.all());
    const std::map<std::string, int64_t> slack = {
        {"fine", 8}, {"coarse", 4}, {"coarser", 2}, {"up", 1}, {"out", 0}};
    for (const TileSizes& tile : {TileSizes{32, 8}, {64, 0}, {20, 1}, {0, 16}}) {
        const Extents estimated = framed(p.graph, frame, tile);
        const Extents right = surveyed(p, names_of(p.graph, frame), tile, extents);
        for (size_t i = 0; i < right.size(); ++i) {
            const std::string& name = p.graph.stages[frame.stages[i].stage].name;
            EXPECT_GE(estimated[i][0], right[i][0]) << name << ", tile " << tile[0];
            EXPECT_LE(estimated[i][0], right[i][0] + slack.at(name)) << name << ", tile " << tile[0];
            EXPECT_EQ(estimated[i][1], right[i][1]) << name;
        }
    }
    EXPECT_EQ(frame.stages[number_of(p.graph, "coarser")].dims[0].scale, 0.25);
    EXPECT_EQ(frame.stages[number_of(p.graph, "coarse")].dims[0].scale, 0.5);
    EXPECT_EQ(frame.stages[number_of(p.graph, "fine")].dims[0].scale, 1);
}

TEST(GroupFrame, LevelsAndEdgesAreThoseOfTheGroup) {
    const Prepared p = prepared(
        "input img: f32(x)\na(x) = img(x)\nb(x) = a(x-1)\nc(x) = a(x) + b(x)\noutput d(x) = c(x) + a(x+4)\n"
        "output e(x) = b(x)\n",
        {{"x", 100}});
    const GroupFrame frame = frame_group(p.graph, stages_named(p.graph, {"a", "b", "c"}));
    EXPECT_EQ(names_of(p.graph, frame), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(frame.height(), 2);
    EXPECT_EQ(frame.stages[0].level, 2);
    EXPECT_EQ(frame.inside.size(), 3u);
    EXPECT_EQ(frame.outside.size(), 1u);
    for (const FrameStage& s : frame.stages) EXPECT_TRUE(s.is_live_out);
    EXPECT_TRUE(frame.stages[0].is_read_inside);
    EXPECT_FALSE(frame.reference().is_read_inside);
    EXPECT_EQ(frame.position_of(number_of(p.graph, "c")), 2u);
    EXPECT_EQ(frame.position_of(number_of(p.graph, "d")), 3u) << "not in the group";
}

TEST(GroupFrame, TheLargestStageThatNoOtherReadsComesLast) {
    const Prepared p = prepared(
        "input img: f32(x, y)\na(x, y) = img(x, y)\noutput large(x, y) = a(x, y)\noutput small(y) = a(0, "
        "y)\n",
        {{"x", 100}, {"y", 10}});
    EXPECT_EQ(names_of(p.graph, frame_group(p.graph, p.graph.all())),
              (std::vector<std::string>{"a", "small", "large"}));
}

TEST(GroupFrame, TheReasonWhyTilesCannotCutIsGiven) {
    const Prepared p = prepared(
        "input img: f32(x, y)\na(x, y) = img(x, y)\noutput b(x, y) = sum(a(i, y) for i in 0..9) + a(x, y)\n",
        {{"x", 100}, {"y", 10}});
    const GroupFrame frame = frame_group(p.graph, p.graph.all());
    EXPECT_EQ(why_not_constant(p.graph, frame, 0), "'a' does not follow 'x' of 'b' at constant distances");
    EXPECT_EQ(why_not_constant(p.graph, frame, 1), std::nullopt);
    EXPECT_EQ(framed(p.graph, frame, {16, 2}), (Extents{{100, 2}, {16, 2}}));
}

TEST(GroupFrame, WhatIsReadOfAProducerFollowsFromTheBox) {
    const Prepared p =
        prepared("input img: f32(x, y)\noutput a(x, y) = img(2*x-1, y) + img(2*x+1, y+3) + img(2*x, 0)\n",
                 {{"x", 100}, {"y", 50}});
    const auto box = extents_read(p.graph, p.graph.edges[0], {10, 5});
    EXPECT_EQ(std::vector<int64_t>(box.begin(), box.end()), (std::vector<int64_t>{2 * 9 + 2 + 1, 53}));
}

}  // namespace
}  // namespace pantile::cost
