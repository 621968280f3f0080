// Ranges of floats, by what can happen at their ends and with NaN.
#include "analysis/float_range.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"

namespace pantile::analysis {
namespace {

// The float 'text' of 'a', any float, and 'u', a byte.
ir::Expr float_value(const std::string& text) {
    const ir::Pipeline p =
        front::parsed("pipeline p\ninput a: f32(x)\ninput u: u8(x)\noutput f(x) = i32(" + text + ")\n");
    return ir::as<ir::Cast>(p.stages[0].cases[0].value)->operand;
}

std::string range_text(const std::string& text) {
    const auto range = truncated_range(float_value(text), ScalarType::i32);
    return range ? std::to_string(range->min) + " to " + std::to_string(range->max) : "any";
}

TEST(FloatRange, RoundingUpMayReachTheNextInteger) {
    EXPECT_EQ(range_text("ceil(f32(u(x)) * 0.5)"), "0 to 128");
    EXPECT_EQ(range_text("round(clamp(a(x), 0.0, 9.7))"), "0 to 10");
}

TEST(FloatRange, AProductWithANegativeNumberDoesNotKeepTheOrder) {
    EXPECT_EQ(range_text("f32(u(x)) * 2.0"), "0 to 510");
    EXPECT_EQ(range_text("f32(u(x)) * -2.0"), "any");
}

// min(l, r) is l where r is NaN, and NaN where l is.
TEST(FloatRange, NaNOnTheRightLimitsNothing) {
    EXPECT_EQ(range_text("max(min(f32(u(x)), 5.0), 0.0)"), "0 to 5");
    EXPECT_EQ(range_text("max(min(f32(u(x)), min(a(x), 5.0)), 0.0)"), "0 to 255");
    EXPECT_EQ(range_text("min(max(f32(u(x)), max(a(x), 9.0)), 300.0)"), "0 to 300");
}

TEST(FloatRange, WhatTruncatesToTheHighestValueConvertsInside) {
    const auto inside = [](const std::string& text, ScalarType to) {
        return converts_inside(float_value(text), to);
    };
    EXPECT_TRUE(inside("min(max(0.0, a(x)), 255.5)", ScalarType::u8));
    EXPECT_FALSE(inside("min(max(0.0, a(x)), 256.0)", ScalarType::u8));
    EXPECT_TRUE(inside("min(max(0.0, a(x)), 2147483520.0)", ScalarType::i32));
    EXPECT_FALSE(inside("min(max(0.0, a(x)), 2147483648.0)", ScalarType::i32));
    EXPECT_FALSE(inside("min(max(-1.0, a(x)), 9.0)", ScalarType::u8));
    EXPECT_FALSE(inside("min(max(a(x), 0.0), 255.0)", ScalarType::u8)) << "NaN passes a clamp on its left";
}

}  // namespace
}  // namespace pantile::analysis
