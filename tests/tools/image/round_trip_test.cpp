#include "image_testing.h"

namespace pantile::image {
namespace {

struct Case {
    const char* name;
    std::vector<ScalarType> types;
    std::vector<int64_t> channels;
};

const std::vector<Case>& lossless_cases() {
    static const std::vector<Case> cases = {
        {"a.png", {ScalarType::u8, ScalarType::u16}, {1, 2, 3, 4}},
        {"a.tif", {ScalarType::u8, ScalarType::u16, ScalarType::f32, ScalarType::f64}, {1, 2, 3, 4}},
        {"a.TIFF", {ScalarType::u8}, {1}},
        {"a.pgm", {ScalarType::u8, ScalarType::u16}, {1}},
        {"a.ppm", {ScalarType::u8, ScalarType::u16}, {3}},
        {"a.pnm", {ScalarType::u8, ScalarType::u16}, {1, 3}},
        {"a.pfm", {ScalarType::f32}, {1, 3}}};
    return cases;
}

TEST(RoundTrip, EveryLosslessFormatReturnsWhatWasWritten) {
    for (const Case& c : lossless_cases()) {
        for (const ScalarType type : c.types) {
            for (const int64_t channels : c.channels) {
                SCOPED_TRACE(std::string(c.name) + " " + std::string(name_of(type)) + " x" +
                             std::to_string(channels));
                const AnyBuffer image =
                    channels == 1 ? patterned(type, {13, 7}) : patterned(type, {13, 7, channels});
                expect_same(decoded(encoded(c.name, image)), image);
            }
        }
    }
}

TEST(RoundTrip, APictureOfOnePixelSurvives) {
    for (const Case& c : lossless_cases()) {
        const int64_t channels = c.channels.back();
        const AnyBuffer image =
            channels == 1 ? patterned(c.types[0], {1, 1}) : patterned(c.types[0], {1, 1, channels});
        expect_same(decoded(encoded(c.name, image)), image);
    }
}

TEST(RoundTrip, NpyHoldsEveryTypeAndRank) {
    const std::vector<std::vector<int64_t>> shapes = {{},        {5},          {3, 4},
                                                      {2, 3, 4}, {2, 1, 3, 2}, {1, 2, 1, 2, 1, 2, 1, 3}};
    for (const ScalarType type : kAllScalarTypes) {
        for (const std::vector<int64_t>& shape : shapes) {
            const AnyBuffer array = patterned(type, shape);
            expect_same(decoded(encoded("a.npy", array)), array);
        }
    }
}

TEST(RoundTrip, AThirdDimensionOfOneChannelIsReadBackAsGray) {
    const AnyBuffer image = patterned(ScalarType::u8, {4, 3, 1});
    EXPECT_EQ(extents_of(decoded(encoded("a.png", image))), (std::vector<int64_t>{4, 3}));
}

TEST(RoundTrip, JpegKeepsTheSizeAndNearlyTheValues) {
    for (const int64_t channels : {1, 3}) {
        Buffer<uint8_t> image({40, 24, channels});
        for (int64_t c = 0; c < channels; ++c) {
            for (int64_t y = 0; y < 24; ++y) {
                for (int64_t x = 0; x < 40; ++x) image(x, y, c) = static_cast<uint8_t>(60 + 2 * x + 3 * y);
            }
        }
        const AnyBuffer again = decoded(encoded("a.jpg", image));
        ASSERT_EQ(again.rank(), channels == 1 ? 2 : 3);
        const std::vector<uint8_t> before = values_of<uint8_t>(image);
        const std::vector<uint8_t> after = values_of<uint8_t>(again);
        for (size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], after[i], 4);
    }
}

// A crop of a larger picture, flipped and interleaved: strides are arbitrary and coordinates do not begin at
// 0.
TEST(RoundTrip, WritersFollowStridesAndIgnoreFirstCoordinates) {
    std::vector<uint8_t> memory(6 * 5 * 3);
    for (size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<uint8_t>(i * 7);
    const AnyBuffer view =
        AnyBuffer::wrap(ScalarType::u8, memory.data() + 4 * 18 + 3, {{-9, 4, 3}, {100, 5, -18}, {7, 3, 1}});
    Buffer<uint8_t> dense({4, 5, 3});
    for (int x = 0; x < 4; ++x) {
        for (int y = 0; y < 5; ++y) {
            for (int c = 0; c < 3; ++c)
                dense(x, y, c) = memory[static_cast<size_t>((4 - y) * 18 + 3 + x * 3 + c)];
        }
    }
    for (const char* name : {"a.png", "a.tif", "a.ppm", "a.npy"})
        expect_same(decoded(encoded(name, view)), dense);
}

TEST(RoundTrip, TheContentDecidesTheFormatAndNotTheName) {
    const TemporaryFolder folder;
    const AnyBuffer image = patterned(ScalarType::u8, {3, 3});
    save(folder.path("really-a-png.jpg"), encoded("a.png", image));
    const Result<AnyBuffer> again = read_image(folder.path("really-a-png.jpg"));
    ASSERT_TRUE(again);
    expect_same(*again, image);
}

}  // namespace
}  // namespace pantile::image
