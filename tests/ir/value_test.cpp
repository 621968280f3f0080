#include "ir/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pantile::ir {
namespace {

TEST(Value, AnIntegerWrapsToTheWidthOfItsType) {
    EXPECT_EQ(Value::of_int(ScalarType::u8, 257).as_int(), 1);
    EXPECT_EQ(Value::of_int(ScalarType::u8, -1).as_int(), 255);
    EXPECT_EQ(Value::of_int(ScalarType::i8, 128).as_int(), -128);
    EXPECT_EQ(Value::of_int(ScalarType::i32, int64_t{1} << 32).as_int(), 0);
    EXPECT_EQ(Value::of_int(ScalarType::u64, -1).as_uint(), std::numeric_limits<uint64_t>::max());
    EXPECT_EQ(Value::of_int(ScalarType::boolean, 256), Value::of_bool(true));
}

TEST(Value, AllNaNsAreAlikeAndTheZerosAreNot) {
    EXPECT_EQ(Value::of_f32(std::nanf("1")), Value::of_f32(std::nanf("2")));
    EXPECT_FALSE(Value::of_f64(0.0) == Value::of_f64(-0.0));
    EXPECT_FALSE(Value::of_int(ScalarType::i32, 1) == Value::of_int(ScalarType::i16, 1));
}

TEST(Value, WhatIsStoredIsLoadedAgain) {
    for (const ScalarType t : kAllScalarTypes) {
        for (const Value& v : {lowest_value(t), highest_value(t), Value::of_int(t, 1)}) {
            std::byte bytes[10] = {};
            bytes[size_in_bytes(t)] = std::byte{0xab};
            store_value(v, bytes);
            EXPECT_EQ(load_value(t, bytes), v) << name_of(t);
            EXPECT_EQ(bytes[size_in_bytes(t)], std::byte{0xab}) << "stored too much of " << name_of(t);
        }
    }
}

TEST(Value, AnyByteButZeroLoadsAsTrue) {
    const std::byte two{2};
    EXPECT_EQ(load_value(ScalarType::boolean, &two), Value::of_bool(true));
}

TEST(Value, LimitsAreThoseOfTheTypes) {
    EXPECT_EQ(to_text(lowest_value(ScalarType::i8)), "-128");
    EXPECT_EQ(to_text(highest_value(ScalarType::u16)), "65535");
    EXPECT_EQ(to_text(lowest_value(ScalarType::i64)), "-9223372036854775808");
    EXPECT_EQ(to_text(highest_value(ScalarType::u64)), "18446744073709551615");
    EXPECT_EQ(to_text(highest_value(ScalarType::f32)), "inf");
    EXPECT_EQ(to_text(lowest_value(ScalarType::f64)), "-inf");
    EXPECT_EQ(to_text(highest_value(ScalarType::boolean)), "true");
}

TEST(Value, TheTextOfAFloatReadsBackToTheSameBits) {
    uint32_t state = 1;
    for (int i = 0; i < 20000; ++i) {
        state = state * 1664525u + 1013904223u;
        const float v = std::bit_cast<float>(state);
        if (std::isnan(v)) continue;
        const std::string text = to_text(Value::of_f32(v));
        EXPECT_EQ(std::bit_cast<uint32_t>(std::strtof(text.c_str(), nullptr)), state) << text;
    }
}

TEST(Value, TheTextOfADoubleReadsBackToTheSameBits) {
    uint64_t state = 1;
    for (int i = 0; i < 20000; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const double v = std::bit_cast<double>(state);
        if (std::isnan(v)) continue;
        const std::string text = to_text(Value::of_f64(v));
        EXPECT_EQ(std::bit_cast<uint64_t>(std::strtod(text.c_str(), nullptr)), state) << text;
    }
}

TEST(Value, AFloatIsNeverWrittenLikeAnInteger) {
    EXPECT_EQ(to_text(Value::of_f32(3)), "3.0");
    EXPECT_EQ(to_text(Value::of_f64(-0.0)), "-0.0");
    EXPECT_EQ(to_text(Value::of_f32(0.1f)), "0.1");
    EXPECT_NE(to_text(Value::of_f64(1e300)).find_first_of(".e"), std::string::npos);
    EXPECT_EQ(to_text(Value::of_f32(std::nanf(""))), "nan");
}

}  // namespace
}  // namespace pantile::ir
