#include "front/text/suggest.h"

#include <gtest/gtest.h>

namespace pantile::front {
namespace {

TEST(Suggest, CountsEditsUpToTheLimit) {
    EXPECT_EQ(edit_distance("blur", "blur", 2), 0u);
    EXPECT_EQ(edit_distance("blur", "blurr", 2), 1u);
    EXPECT_EQ(edit_distance("sqtr", "sqrt", 2), 1u);
    EXPECT_EQ(edit_distance("blur", "sharpen", 2), 3u);
    EXPECT_EQ(edit_distance("", "ab", 2), 2u);
}

TEST(Suggest, TheNearestNameIsFound) {
    EXPECT_EQ(nearest_name("blured", {"blue", "blurred", "img"}), "blurred");
    EXPECT_EQ(nearest_name("Img", {"img", "Imx"}), "img");
}

TEST(Suggest, ShortAndDistantNamesGiveNoSuggestion) {
    EXPECT_EQ(nearest_name("x", {"y"}), std::nullopt);
    EXPECT_EQ(nearest_name("blur", {"det"}), std::nullopt);
    EXPECT_EQ(nearest_name(std::string(1000000, 'a'), {"det"}), std::nullopt);
}

}  // namespace
}  // namespace pantile::front
