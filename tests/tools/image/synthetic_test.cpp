#include "image/synthetic.h"

#include "image_testing.h"

namespace pantile::image {
namespace {

TEST(Synthetic, TheSameSeedGivesTheSamePhotoAndAnotherSeedAnother) {
    const AnyBuffer photo = make_photo(48, 32, 1);
    expect_same(photo, make_photo(48, 32, 1));
    EXPECT_NE(values_of<uint8_t>(photo), values_of<uint8_t>(make_photo(48, 32, 2)));
    EXPECT_EQ(extents_of(photo), (std::vector<int64_t>{48, 32, 3}));
}

TEST(Synthetic, ThePhotoDoesNotChangeBetweenMachines) {
    uint64_t hash = 0xcbf29ce484222325ull;
    for (const uint8_t value : values_of<uint8_t>(make_photo(96, 64, 1)))
        hash = (hash ^ value) * 0x100000001b3ull;
    EXPECT_EQ(hash, 755078516349635806ull);
}

TEST(Synthetic, EveryShapeOfPhotoCanBeMade) {
    for (const auto& [width, height] :
         std::vector<std::pair<int, int>>{{1, 1}, {1, 40}, {40, 1}, {300, 2}, {2, 90}}) {
        EXPECT_EQ(extents_of(make_photo(width, height, 3)), (std::vector<int64_t>{width, height, 3}));
    }
    EXPECT_THROW(make_photo(0, 5, 1), Error);
    EXPECT_THROW(make_photo(5, -1, 1), Error);
}

}  // namespace
}  // namespace pantile::image
