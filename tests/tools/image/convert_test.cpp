#include "image/convert.h"

#include <cmath>
#include <limits>

#include "image_testing.h"

namespace pantile::image {
namespace {

template <typename T>
AnyBuffer row_of(const std::vector<T>& values) {
    const Buffer<T> buffer(std::vector<int64_t>{static_cast<int64_t>(values.size())});
    for (size_t i = 0; i < values.size(); ++i) buffer(i) = values[i];
    return buffer;
}

template <typename To, typename From>
std::vector<To> convert_row(const std::vector<From>& values) {
    return values_of<To>(convert_pixels(row_of(values), type_of<To>()).value());
}

template <typename Pixel, typename Float>
void expect_every_value_returns() {
    std::vector<Pixel> all;
    for (int v = 0; v <= std::numeric_limits<Pixel>::max(); ++v) all.push_back(static_cast<Pixel>(v));
    const std::vector<Float> floats = convert_row<Float>(all);
    for (size_t v = 0; v < all.size(); ++v) {
        EXPECT_EQ(floats[v], static_cast<Float>(v) / static_cast<Float>(all.size() - 1));
    }
    EXPECT_EQ(convert_row<Pixel>(floats), all);
}

TEST(ConvertPixels, EveryIntegerPixelGoesToFloatByOneDivisionAndReturns) {
    expect_every_value_returns<uint8_t, float>();
    expect_every_value_returns<uint8_t, double>();
    expect_every_value_returns<uint16_t, float>();
    expect_every_value_returns<uint16_t, double>();
}

TEST(ConvertPixels, FloatsRoundToEvenAndSaturateAndNanIsZero) {
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> values = {0.0f,          -0.0f,    1.0f,      0.5f,  -0.1f,  1.1f,
                                       std::nanf(""), infinity, -infinity, 1e30f, -1e30f, 1e-30f};
    EXPECT_EQ(convert_row<uint8_t>(values),
              (std::vector<uint8_t>{0, 0, 255, 128, 0, 255, 0, 255, 0, 255, 0, 0}));
    // 0.5 * 65535 is 32767.5 and 0.5 * 255 is 127.5: ties.
    EXPECT_EQ(convert_row<uint16_t>(std::vector<double>{0.5, std::nan(""), 2.0}),
              (std::vector<uint16_t>{32768, 0, 65535}));
    EXPECT_EQ(convert_row<uint8_t>(std::vector<double>{0.5, 0.1}), (std::vector<uint8_t>{128, 26}));
}

TEST(ConvertPixels, EightBitsSpreadOverSixteenAndBack) {
    EXPECT_EQ(convert_row<uint16_t>(std::vector<uint8_t>{0, 1, 128, 255}),
              (std::vector<uint16_t>{0, 257, 32896, 65535}));
    std::vector<uint16_t> all;
    for (int v = 0; v < 65536; ++v) all.push_back(static_cast<uint16_t>(v));
    const std::vector<uint8_t> narrow = convert_row<uint8_t>(all);
    for (size_t v = 0; v < all.size(); ++v) {
        EXPECT_EQ(narrow[v], static_cast<uint8_t>(std::lround(static_cast<double>(v) * 255.0 / 65535.0)));
    }
}

TEST(ConvertPixels, BoolIsBlackAndWhite) {
    const Buffer<bool> mask({2});
    mask(1) = true;
    EXPECT_EQ(values_of<uint8_t>(convert_pixels(mask, ScalarType::u8).value()),
              (std::vector<uint8_t>{0, 255}));
    EXPECT_EQ(values_of<float>(convert_pixels(mask, ScalarType::f32).value()), (std::vector<float>{0, 1}));
    EXPECT_EQ(values_of<uint16_t>(convert_pixels(mask, ScalarType::u16).value()),
              (std::vector<uint16_t>{0, 65535}));
    const AnyBuffer again = convert_pixels(row_of<uint8_t>({0, 127, 128, 255}), ScalarType::boolean).value();
    EXPECT_EQ(values_of<bool>(again), (std::vector<bool>{false, false, true, true}));
}

TEST(ConvertPixels, IntegersWidenByValue) {
    EXPECT_EQ(convert_row<int32_t>(std::vector<int8_t>{-128, 127}), (std::vector<int32_t>{-128, 127}));
    EXPECT_EQ(convert_row<int16_t>(std::vector<uint8_t>{0, 255}), (std::vector<int16_t>{0, 255}));
    EXPECT_EQ(convert_row<uint64_t>(std::vector<uint32_t>{4294967295u}),
              (std::vector<uint64_t>{4294967295u}));
    EXPECT_EQ(convert_row<double>(std::vector<float>{0.1f}), (std::vector<double>{0.1f}));
}

TEST(ConvertPixels, WhatWouldLoseOrGuessIsRefused) {
    const std::vector<std::pair<ScalarType, ScalarType>> refused = {
        {ScalarType::f32, ScalarType::i32}, {ScalarType::i16, ScalarType::f32},
        {ScalarType::f64, ScalarType::f32}, {ScalarType::i32, ScalarType::u32},
        {ScalarType::u32, ScalarType::i32}, {ScalarType::i32, ScalarType::u8},
        {ScalarType::u64, ScalarType::f64}, {ScalarType::f32, ScalarType::boolean}};
    for (const auto& [from, to] : refused) {
        const Result<AnyBuffer> result = convert_pixels(patterned(from, {2, 2}), to);
        ASSERT_FALSE(result) << name_of(from) << " to " << name_of(to);
        EXPECT_FALSE(result.diagnostics()[0].hints.empty());
    }
    EXPECT_FALSE(convert_pixels(AnyBuffer(), ScalarType::f32));
}

TEST(ConvertPixels, TheSameTypeIsTheSameMemory) {
    const AnyBuffer image = patterned(ScalarType::i16, {3, 3});
    EXPECT_EQ(convert_pixels(image, ScalarType::i16)->data(), image.data());
}

TEST(ConvertPixels, StridesAreFollowedAndFirstCoordinatesKept) {
    std::vector<uint8_t> memory = {0, 51, 102, 153, 204, 255};
    const AnyBuffer view = AnyBuffer::wrap(ScalarType::u8, memory.data() + 1, {{5, 2, 2}, {-3, 2, 1}});
    const AnyBuffer result = convert_pixels(view, ScalarType::f32).value();
    EXPECT_EQ(result.dim(0), (Dimension{5, 2, 1}));
    EXPECT_EQ(result.dim(1), (Dimension{-3, 2, 2}));
    EXPECT_EQ(values_of<float>(result),
              (std::vector<float>{51.0f / 255, 153.0f / 255, 102.0f / 255, 204.0f / 255}));
}

TEST(StorageType, EachFormatNamesTheTypeItWouldHold) {
    const auto expect = [](const char* path, ScalarType type, ScalarType stored) {
        EXPECT_EQ(storage_type_for(path, type), stored) << path << " " << name_of(type);
    };
    expect("a.png", ScalarType::f32, ScalarType::u8);
    expect("a.png", ScalarType::f64, ScalarType::u8);
    expect("a.png", ScalarType::boolean, ScalarType::u8);
    expect("a.PNG", ScalarType::u16, ScalarType::u16);
    expect("a.png", ScalarType::i32, ScalarType::i32);
    expect("a.jpg", ScalarType::u16, ScalarType::u8);
    expect("a.tif", ScalarType::f32, ScalarType::f32);
    expect("a.tif", ScalarType::boolean, ScalarType::u8);
    expect("a.npy", ScalarType::boolean, ScalarType::boolean);
    expect("a.npy", ScalarType::i64, ScalarType::i64);
    expect("a.pfm", ScalarType::u8, ScalarType::f32);
    expect("a.pfm", ScalarType::f32, ScalarType::f32);
    expect("a.ppm", ScalarType::f32, ScalarType::u8);
    expect("a", ScalarType::f32, ScalarType::f32);
}

}  // namespace
}  // namespace pantile::image
