// Loads by indices that depend on data, compiled, at sizes around a vector, against the interpreter. The data
// holds what is hard to convert and to clamp: NaN, infinities, the limits of each type.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "emit/exact_inputs.h"
#include "long_run.h"

namespace pantile::random {
namespace {

// Of the data 'v', of type T; 'table' has 41 entries from -20 on, 'plane' 41 x 41, 'places' holds numbers.
constexpr const char* kLookUps[] = {
    "table(clamp(i32(v), 0, 9))",
    "table(clamp(i32(v), -20, 20))",
    "table(clamp(i32(v), 3, 9) - 2 * y)",
    "table(min(max(9, i32(v)), 12))",
    "table(clamp(i32(v), 4, 4))",
    "table(clamp(i32(v), 2, 9))",
    "table(clamp(i32(v), -3, 5) - 7)",
    "table(clamp(i32(v), 0, 15))",
    "table(clamp(i32(v), 0, 16))",
    "plane(clamp(i32(v), -12, -1), y)",
    "table(max(min(i32(v), 20), -7))",
    "table(clamp(i16(v), -5, 20))",
    "table(clamp(u8(v), 2, 20))",
    "table(clamp(u32(v), 0, 20))",
    "table(clamp(i64(v), -4, 20))",
    "table(i32(v) % 21)",
    "table(clamp(i32(v), 0, 20) / 3 - 1)",
    "table(2 * clamp(i32(v), -2, 3) + clamp(i32(a(x + 1, y)), 0, 9))",
    "table(select(v > 1, 3, 7))",
    "table(select(clamp(i32(v), 0, 9) > 4, clamp(i32(v), 0, 9), -clamp(i32(v), 0, 20)))",
    "table(clamp(i32(places(clamp(i32(v), 0, 20))), -20, 20))",
    "plane(clamp(i32(v), -20, 20), clamp(x, -20, 20))",
    "plane(clamp(x, -20, 20), clamp(i32(v), -20, 20))",
    "plane(clamp(i32(v), 0, 20), clamp(i32(v) + 1, -20, 20))",
    "plane(clamp(x / 8 + 3, -20, 20), min(clamp(i32(v), 0, 10) + 3, 12))",
    "plane(clamp(i32(v), 0, 9) + clamp(x, 0, 9), y)",
    "wide(x + clamp(i32(v), -20, 20))",
    "wide(x - clamp(i32(v), -20, 20))",
    "wide(select(bool(clamp(i32(v), 0, 9)) and v > 1, x, x + 1))",
    "wide(select(clamp(i32(v), 0, 9) == 3, x, 1 - x))",
};

// Each look-up has an output of its own, and reads tables of its own type and of bytes.
Trial looking_up(ScalarType type, const std::string& target) {
    const std::string_view name = name_of(type);
    std::string text = fmt::format("pipeline look_ups_{0}\ninput a: {0}(x, y)\n", name);
    text += fmt::format("input table: {}(i)\ninput plane: f32(i, j)\ninput wide: i16(i)\n", name);
    text += "input places: i64(i)\n";
    for (size_t i = 0; i < std::size(kLookUps); ++i) {
        text += fmt::format("output f{}(x, y) = {} with v = a(x, y)\n", i, kLookUps[i]);
    }
    return naive_trial(text, target);
}

void check_look_ups(runtime::CompilerKind compiler, const std::string& target,
                    const std::vector<ScalarType>& types) {
    SCOPED_TRACE(target);
    for (const ScalarType type : types) {
        expect_right(looking_up(type, target), {compiler, Optimisation::full},
                     columns_from(-3, {1, 15, 16, 40, 64, 129}));
    }
}

// Where vectors differ in what they can pick elements from, elements of 32 bits are enough. Compilers take
// long: in the usual run, a type of each width.
void check_look_ups(runtime::CompilerKind compiler) {
    using enum ScalarType;
    const bool all = test::is_long_run();
    using Types = std::vector<ScalarType>;
    check_look_ups(compiler, "x86-64-v2", all ? Types{u8, i32, f32} : Types{f32});
    check_look_ups(compiler, "x86-64-v3", all ? Types{i32, f32} : Types{i32});
    check_look_ups(compiler, "x86-64-v4",
                   all ? Types{u8, i16, i32, u32, f32, f64} : Types{u8, i16, f32, f64});
}

TEST(VectorLookUps, ClangFindsWhatTheInterpreterFinds) { check_look_ups(runtime::CompilerKind::clang); }

TEST(VectorLookUps, GccFindsWhatTheInterpreterFinds) { check_look_ups(runtime::CompilerKind::gcc); }

// The table is as long as the values of 'k' need, which the index here does not tell.
TEST(VectorLookUps, NoMoreIsLoadedThanATableHas) {
    const Trial trial = naive_trial(
        "pipeline p\ninput a: u8(x, y)\ninput lut: f32(i)\nk(x, y) = u8(clamp(a(x, y), 2, 9))\n"
        "output o(x, y) = lut(min(i32(k(x, y)), 15)) + lut(min(i32(k(x+1, y)), 15))\n",
        "x86-64-v4");
    const std::string& c = trial.compilation.files.source;
    EXPECT_NE(c.find("pantile_look_up8_f32x16(&lut_at(2)"), std::string::npos) << c;
    expect_right(trial, {runtime::CompilerKind::clang, Optimisation::full}, columns_from(-3, {16, 40}));
}

}  // namespace
}  // namespace pantile::random
