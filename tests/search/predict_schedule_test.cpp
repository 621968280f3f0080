#include "search/predict_schedule.h"

#include <gtest/gtest.h>

#include "search/scheduled.h"

namespace pantile::search {
namespace {

TEST(PredictSchedule, TheTimeOfAScheduleIsThatOfItsGroups) {
    const ir::Pipeline pipeline = schedule::app("harris");
    const machine::Target target = schedule::target_of("laptop4");
    const schedule::Schedule naive =
        schedule::scheduled({.pipeline = pipeline, .scheduler = "naive", .target = target}).schedule;
    const auto extents = expected_extents(pipeline, {});
    const auto groups = predict(naive, pipeline, extents, target);
    const auto time = predicted_time(naive, pipeline, extents, target);
    ASSERT_TRUE(groups && time);
    ASSERT_GT(groups->size(), 1u);
    double sum = 0;
    for (const cost::Prediction& group : *groups) sum += group.time;
    EXPECT_GT(sum, 0);
    EXPECT_DOUBLE_EQ(*time, sum);
}

}  // namespace
}  // namespace pantile::search
