// The schedules of tests/schedules/, written by hand: each gives the interpreter's bytes at sizes around its
// tiles'.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "driver/private_cache.h"

namespace pantile::test {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    EXPECT_TRUE(in) << file;
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::string> schedule_names() {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(PANTILE_SOURCE_DIR "/tests/schedules"))
        names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

// 'harris_tiled' is for apps/harris.pan.
Pipeline app_of(const std::string& schedule) {
    const std::string app = schedule.substr(0, schedule.find('_'));
    return parse_pan(text_of(PANTILE_SOURCE_DIR "/apps/" + app + ".pan"), app + ".pan").value();
}

// Nothing repeats within a tile, so that a row or column in the wrong place is seen.
AnyBuffer noise(const std::vector<int64_t>& extents) {
    const Buffer<float> buffer(extents);
    uint32_t state = 1;
    for (int64_t i = 0; i < buffer.any().element_count(); ++i) {
        state = state * 1664525 + 1013904223;
        buffer.data()[i] = static_cast<float>(state >> 8) / static_cast<float>(1 << 24);
    }
    return buffer;
}

class HandSchedules : public PrivateCache, public testing::WithParamInterface<std::string> {
  protected:
    // The input that an output of this size needs: harris and unsharp lose two pixels on each side.
    Arguments arguments(int64_t columns, int64_t rows) const {
        const bool borderless = GetParam().starts_with("blur");
        std::vector<int64_t> extents = {columns + (borderless ? 0 : 4), rows + (borderless ? 0 : 4)};
        if (!GetParam().starts_with("harris")) extents.push_back(3);
        return {{{"img", noise(extents)}}};
    }
};

TEST_P(HandSchedules, GivesTheBytesOfTheInterpreter) {
    const Pipeline pipeline = app_of(GetParam());
    const std::string json = text_of(PANTILE_SOURCE_DIR "/tests/schedules/" + GetParam() + ".json");
    const Kernel kernel = compiled(pipeline, {.schedule = GetParam(), .schedule_json = json});
    const std::pair<int64_t, int64_t> sizes[] = {{1, 1},    {5, 3},    {31, 64},  {64, 65}, {255, 31},
                                                 {256, 32}, {257, 33}, {300, 70}, {513, 9}, {1025, 17}};
    for (const auto& [columns, rows] : sizes) {
        Arguments given = arguments(columns, rows);
        const Result<Outputs> expected = interpret(pipeline, given);
        ASSERT_TRUE(expected) << render(expected.diagnostics());
        for (const int threads : {1, 2}) {
            given.threads = threads;
            const Result<Outputs> found = kernel.run(given);
            ASSERT_TRUE(found) << render(found.diagnostics());
            for (const auto& [name, buffer] : *expected)
                EXPECT_TRUE(identical(buffer, found->at(name)))
                    << columns << " x " << rows << ", " << threads << " threads";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, HandSchedules, testing::ValuesIn(schedule_names()),
                         [](const auto& chosen) { return chosen.param; });

}  // namespace
}  // namespace pantile::test
