// Floats that become integers behind, before and between clamps, compiled, against the interpreter. The data
// holds what is hard to convert: NaN, infinities, numbers next to the limits of each type.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "emit/exact_inputs.h"

namespace pantile::random {
namespace {

constexpr const char* kConversions[] = {
    "u8(clamp(v, 0, 255))",
    "u8(max(min(v, 300), 0))",
    "u8(max(min(v, 200), 0.0))",
    "u8(clamp(v, 3, 255))",
    "u8(clamp(v, 0, 255.5))",
    "u8(clamp(v, 0, 256))",
    "u8(min(max(0.0, v), 255))",
    "u8(clamp(floor(v), 0, 255))",
    "u8(round(clamp(v, 0, 1) * 255))",
    "u16(clamp(v, 0, 1) * 65535)",
    "u16(clamp(v, 0, 2) * 65535)",
    "i8(clamp(v, 0, 127))",
    "i16(clamp(v, 0, 40000))",
    "i16(clamp(v, -30000, 30000))",
    "i32(clamp(v, -5, 5))",
    "i32(clamp(v, 0, 2147483648))",
    "u32(clamp(v, 0, 3000000000))",
    "i64(clamp(v, 0, 1000000))",
    "clamp(i32(v), 0, 1792)",
    "clamp(i32(v), 1, 16777215)",
    "clamp(i32(v), 1, 16777217)",
    "clamp(i32(v), -3, 3)",
    "clamp(i32(v), 9, 3)",
    "max(0, min(i32(v), 1792))",
    "min(255, max(i32(v), 2))",
    "clamp(u8(v), 3, 9)",
    "clamp(u8(v), 3, 255)",
    "clamp(i64(v), 0, 100000)",
    "clamp(i64(i16(v)), 0, 100000)",
    "clamp(i64(i16(v)), 0, 30000)",
    "clamp(u32(v), 0, 20)",
};

Trial converting(ScalarType type, const std::string& target) {
    std::string text = fmt::format("pipeline conversions_{0}\ninput a: {0}(x, y)\n", name_of(type));
    for (size_t i = 0; i < std::size(kConversions); ++i)
        text += fmt::format("output f{}(x, y) = {} with v = a(x, y)\n", i, kConversions[i]);
    return naive_trial(text, target);
}

// Few columns are converted one by one, many by vectors.
void check_conversions(runtime::CompilerKind compiler, const std::string& target) {
    SCOPED_TRACE(target);
    for (const ScalarType type : {ScalarType::f32, ScalarType::f64})
        expect_right(converting(type, target), {compiler, Optimisation::full}, columns_from(0, {3, 500}));
}

TEST(VectorConversions, ClangConvertsAsTheInterpreterDoes) {
    check_conversions(runtime::CompilerKind::clang, "x86-64-v2");
    check_conversions(runtime::CompilerKind::clang, "x86-64-v4");
}

TEST(VectorConversions, GccConvertsAsTheInterpreterDoes) {
    check_conversions(runtime::CompilerKind::gcc, "x86-64-v2");
    check_conversions(runtime::CompilerKind::gcc, "x86-64-v4");
}

}  // namespace
}  // namespace pantile::random
