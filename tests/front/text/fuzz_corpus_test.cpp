// Replays the seeds of the fuzzer, and what it has found.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fuzz/check_pan.h"

namespace pantile::fuzz {
namespace {

TEST(FuzzCorpus, EverySeedHolds) {
    size_t count = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(PANTILE_SOURCE_DIR "/tests/fuzz/corpus/pan")) {
        std::ifstream in(entry.path(), std::ios::binary);
        std::stringstream text;
        text << in.rdbuf();
        EXPECT_EQ(check_pan(text.str()).value_or(""), "") << entry.path();
        ++count;
    }
    EXPECT_GE(count, 30u);
}

}  // namespace
}  // namespace pantile::fuzz
