#include "passes/convert_inside.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/texts.h"

namespace pantile::passes {
namespace {

using testing::HasSubstr;

std::string rewritten(const std::string& value) {
    return step_text(convert_inside(lowered("input a: f32(x)\noutput f(x) = " + value + "\n")), "f");
}

TEST(ConvertInside, AClampBehindAConversionMovesBeforeIt) {
    EXPECT_THAT(rewritten("clamp(i32(a(x)), 0, 255)"), HasSubstr("i32(min(max(0.0, a(x)), 255.0))"));
    EXPECT_THAT(rewritten("max(2, min(i32(a(x)), 255))"), HasSubstr("i32(min(max(2.0, a(x)), 255.0))"));
}

TEST(ConvertInside, WhereNaNWouldNotBecomeZeroItStays) {
    EXPECT_THAT(rewritten("clamp(i32(a(x)), -1, 255)"), HasSubstr("min(max(i32(a(x)), -1), 255)"));
}

TEST(ConvertInside, NumbersThatTheFloatDoesNotHaveStay) {
    EXPECT_THAT(rewritten("clamp(i32(a(x)), 0, 16777217)"), HasSubstr("min(max(i32(a(x)), 0), 16777217)"));
}

TEST(ConvertInside, AllNumbersThatTheFloatHasMove) {
    EXPECT_THAT(rewritten("clamp(i32(a(x)), 0, 16777215)"),
                HasSubstr("i32(min(max(0.0, a(x)), 16777215.0))"));
}

TEST(ConvertInside, AConversionThatMayWrapStays) {
    EXPECT_THAT(rewritten("clamp(i32(u8(a(x))), 0, 100)"), HasSubstr("min(max(0.0, a(x)), 100.0)"));
    EXPECT_THAT(rewritten("clamp(i8(u8(a(x))), 0, 100)"), HasSubstr("min(max(i8(u8(a(x))), 0), 100)"));
}

TEST(ConvertInside, AClampAtZeroPassesOverNaN) {
    EXPECT_THAT(rewritten("u8(clamp(a(x), 0, 255))"), HasSubstr("u8(min(max(0.0, a(x)), 255.0))"));
    EXPECT_THAT(rewritten("u16(clamp(a(x), 0, 1) * 65535)"),
                HasSubstr("u16(min(max(0.0, a(x)), 1.0) * 65535.0)"));
}

TEST(ConvertInside, AnotherLowerLimitIsNotWhatNaNBecomes) {
    EXPECT_THAT(rewritten("u8(clamp(a(x), 3, 255))"), HasSubstr("u8(min(max(a(x), 3.0), 255.0))"));
}

}  // namespace
}  // namespace pantile::passes
