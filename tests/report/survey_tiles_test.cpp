#include "report/survey_tiles.h"

#include <gtest/gtest.h>

#include "analysis/choose_sizes.h"
#include "front/text/parsing.h"

namespace pantile::report {
namespace {

TileSurvey surveyed(const std::string& items, const schedule::Group& group,
                    const std::map<std::string, int64_t>& extents, int64_t most = kMostTilesSeen) {
    const ir::Pipeline pipeline = front::parsed("pipeline p\n" + items);
    const analysis::Regions regions = analysis::infer_regions(pipeline).value();
    const analysis::ChosenSizes chosen = analysis::choose_sizes(pipeline, regions, extents).value();
    analysis::BoundValues values(pipeline, chosen.sizes);
    for (size_t s = 0; s < pipeline.stages.size(); ++s)
        values.set_box(pipeline.stages[s], chosen.boxes.stages[s]);
    const plan::TileBoxes boxes(pipeline, regions, group, "group1");
    return survey_tiles(boxes, values, most).value();
}

const std::string kChain = "input img: f32(x)\na(x) = img(x)\noutput b(x) = a(x-1) + a(x+1)\n";

TEST(SurveyTiles, CountsPointsOfEveryTile) {
    const TileSurvey survey = surveyed(kChain, {.stages = {"a", "b"}, .tile = {8}}, {{"x", 20}});
    EXPECT_EQ(survey.counts, std::vector<int64_t>{3});
    EXPECT_EQ(survey.seen, 3);
    EXPECT_EQ(survey.stages[0].points, 10 + 10 + 6);
    EXPECT_EQ(survey.stages[1].points, 20);
    EXPECT_EQ(survey.stages[0].largest, std::vector<int64_t>{10});
}

TEST(SurveyTiles, AThinnedSurveyKeepsBothEnds) {
    const TileSurvey survey = surveyed(kChain, {.stages = {"a", "b"}, .tile = {8}}, {{"x", 796}}, 10);
    EXPECT_EQ(survey.tiles, 100);
    EXPECT_EQ(survey.seen, 6);
    // 99 full tiles and one of four points: the same as when all are looked at.
    EXPECT_EQ(survey.stages[0].points, 99 * 10 + 6);
    EXPECT_EQ(survey.stages[1].points, 796);
}

TEST(SurveyTiles, AStageThatTheTilesDoNotDivideIsLeftToOneOfThem) {
    const TileSurvey survey = surveyed("output t(i) = f32(i)\noutput b(x) = f32(x)\n",
                                       {.stages = {"t", "b"}, .tile = {8}}, {{"x", 20}, {"i", 5}});
    EXPECT_EQ(survey.stages[0].points, 5);
    EXPECT_EQ(survey.stages[1].points, 20);
}

TEST(SurveyTiles, AGroupMayBeOneTile) {
    const TileSurvey survey = surveyed(kChain, {.stages = {"a", "b"}}, {{"x", 20}});
    EXPECT_EQ(survey.tiles, 1);
    EXPECT_EQ(survey.stages[0].points, 22);
}

}  // namespace
}  // namespace pantile::report
