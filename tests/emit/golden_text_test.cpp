// Emitted C, reviewed as text: tests/golden/NAME.pan gives NAME.c and NAME.h.
// PANTILE_UPDATE_EXPECTED=1 writes the files anew; then read the difference before you commit it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "pantile/compile.h"

namespace pantile::emit {
namespace {

const std::string kFolder = PANTILE_SOURCE_DIR "/tests/golden/";

std::string contents_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void expect_text(const std::string& file, const std::string& text) {
    if (std::getenv("PANTILE_UPDATE_EXPECTED")) std::ofstream(kFolder + file, std::ios::binary) << text;
    EXPECT_EQ(text, contents_of(kFolder + file))
        << "PANTILE_UPDATE_EXPECTED=1 writes '" << kFolder << file << "' anew.";
}

void expect_golden(const std::string& name) {
    const Result<Pipeline> pipeline = parse_pan(contents_of(kFolder + name + ".pan"), name + ".pan");
    ASSERT_TRUE(pipeline) << render(pipeline.diagnostics());
    const Result<EmittedC> emitted = emit_c(*pipeline, {.schedule = "naive", .target = "x86-64-v3"});
    ASSERT_TRUE(emitted) << render(emitted.diagnostics());
    expect_text(name + ".c", emitted->source);
    expect_text(name + ".h", emitted->header);
}

TEST(GoldenText, ABlurWithRepeatedEdges) { expect_golden("blur"); }
TEST(GoldenText, AHistogramAndItsRunningSum) { expect_golden("histogram"); }
TEST(GoldenText, APiecewiseStage) { expect_golden("piecewise"); }

}  // namespace
}  // namespace pantile::emit
