#include "driver/dense.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/analysed.h"
#include "driver/footprint.h"
#include "interp/images.h"

namespace pantile::driver {
namespace {

using testing::ElementsAre;

TEST(Dense, ADenseBufferIsUsedAsItIs) {
    uint16_t memory[20] = {};
    const AnyBuffer padded = AnyBuffer::wrap(ScalarType::u16, memory, {{0, 3, 1}, {0, 2, 9}});
    EXPECT_EQ(dense_copy_of(padded).buffer.data(), padded.data());
    EXPECT_FALSE(dense_room_for(padded).original.defined());
    const AnyBuffer scalar = AnyBuffer::wrap(ScalarType::u16, memory, {});
    EXPECT_EQ(dense_copy_of(scalar).buffer.data(), scalar.data());
}

TEST(Dense, ASparseInputIsCopiedWithItsCoordinates) {
    int16_t memory[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const AnyBuffer sparse = AnyBuffer::wrap(ScalarType::i16, memory + 9, {{5, 3, -2}, {-1, 2, -1}});
    const DenseView view = dense_copy_of(sparse);
    EXPECT_EQ(view.buffer.dim(0), (Dimension{5, 3, 1}));
    EXPECT_THAT(test::numbers_of(view.buffer), ElementsAre(9, 7, 5, 8, 6, 4));
}

TEST(Dense, AResultIsCopiedBackToWhereItBelongs) {
    int16_t memory[10] = {};
    const AnyBuffer sparse = AnyBuffer::wrap(ScalarType::i16, memory, {{0, 3, 3}});
    const DenseView view = dense_room_for(sparse);
    for (int16_t i = 0; i < 3; ++i)
        reinterpret_cast<int16_t*>(view.buffer.data())[i] = static_cast<int16_t>(i + 1);
    copy_back(view);
    EXPECT_THAT(memory, ElementsAre(1, 0, 0, 2, 0, 0, 3, 0, 0, 0));
}

TEST(Footprint, OutputsAndStagesWithStorageOfTheirOwnCount) {
    const analysis::Analysed a("input img: f32(x)\nf(x) = img(x)\noutput out(x) = f(x) + f(x+1)\n");
    const analysis::Sizes sizes{{{"img", {{0, 99}}}}, {{"out", {{0, 9}}}}, {}};
    EXPECT_EQ(bytes_needed(a.pipeline, a.regions, *a.at(sizes), sizes), 4 * (11 + 10));
}

TEST(Footprint, ASizeThatCannotBeCountedIsNothingAndRefused) {
    const analysis::Analysed a("output out(x, y, z) = x\n");
    const analysis::Interval huge{0, 1 << 29};
    const analysis::Sizes sizes{{}, {{"out", {huge, huge, huge}}}, {}};
    EXPECT_EQ(bytes_needed(a.pipeline, a.regions, *a.at(sizes), sizes), std::nullopt);
    EXPECT_EQ(check_memory(std::nullopt).size(), 1u);
    EXPECT_EQ(check_memory(int64_t{1} << 60).size(), 1u);
    EXPECT_TRUE(check_memory(1000).empty());
}

}  // namespace
}  // namespace pantile::driver
