// Every way in which lanes can read an image, compiled, at all sizes around a vector, against the
// interpreter. The inputs hold exactly what is read and lie between guard pages: a load that reaches further
// ends the test.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "emit/exact_inputs.h"

namespace pantile::random {
namespace {

constexpr const char* kReads[] = {
    "(x, y)",
    "(x + 1, y)",
    "(2 * x, y)",
    "(2 * x + 1, y)",
    "(3 * x - 1, y)",
    "(4 * x, y)",
    "(5 * x, y)",
    "(-x, y)",
    "(7 - 2 * x, y)",
    "(x / 2, y)",
    "((x + 1) / 2 - 3, y)",
    "(2 * x / 2, y)",
    "(y, x)",
    "(3, y)",
    "(x + y, y)",
    "(x % 5, y)",
    "(clamp(x - 3, 2, 20), y)",
    "(clamp(2 * x, -1, 17), y)",
    "(clamp(5 - x, -9, 2), y)",
    "(clamp(x / 2, 1, 9), y)",
    // Clamped by data, so that no loop has an interior: as far from the first lane to the last as without the
    // step; one lane cut off that is odd.
    "(clamp(2 * x, i32(bit(y)), i32(bit(y)) + 7), y)",
    "(clamp(2 * x, i32(bit(y)), i32(bit(y)) + 15), y)",
    "(clamp(x / 2, -9, i32(bit(y)) + 5), y)",
    "(clamp(x / 2, -9, i32(bit(y)) + 6), y)",
    "(x - x, y)",
};

// Each read has an input and an output of its own.
Trial reading(ScalarType type, const std::string& target) {
    std::string text = fmt::format("pipeline reads_{}\ninput bit: bool(y)\n", name_of(type));
    for (size_t i = 0; i < std::size(kReads); ++i) {
        text += fmt::format("input a{}: {}(x, y)\n", i, name_of(type));
        text += fmt::format("output f{0}(x, y) = a{0}{1}\n", i, kReads[i]);
    }
    return naive_trial(text, target);
}

// All extents from one element to more than three vectors, and a beginning that is even or odd.
Columns around(int lanes) {
    Columns all;
    for (int64_t extent = 1; extent <= 3 * lanes + 1; ++extent)
        all.push_back({extent % 3 - 1, extent % 3 + extent - 2});
    return all;
}

void check_reads(runtime::CompilerKind compiler, const std::string& target, int vector_bytes) {
    SCOPED_TRACE(target);
    for (const ScalarType type :
         {ScalarType::boolean, ScalarType::u8, ScalarType::i16, ScalarType::f32, ScalarType::i64})
        expect_right(reading(type, target), {compiler, Optimisation::quick},
                     around(vector_bytes / size_in_bytes(type)));
}

TEST(VectorLoads, ClangReadsWhatTheLanesStandForAndNothingElse) {
    check_reads(runtime::CompilerKind::clang, "x86-64-v2", 16);
    check_reads(runtime::CompilerKind::clang, "x86-64-v4", 64);
}

TEST(VectorLoads, GccReadsWhatTheLanesStandForAndNothingElse) {
    check_reads(runtime::CompilerKind::gcc, "x86-64-v2", 16);
    check_reads(runtime::CompilerKind::gcc, "x86-64-v4", 64);
}

}  // namespace
}  // namespace pantile::random
