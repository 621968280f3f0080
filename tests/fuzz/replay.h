// Replays the seeds of a fuzzer, and what it has found, as a test.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "fuzz/refusal.h"

namespace pantile::fuzz {

// The files of tests/fuzz/corpus/NAME, at least so many.
inline void expect_corpus_holds(const std::string& name, size_t at_least,
                                Verdict (*check)(const std::string&)) {
    size_t count = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(PANTILE_SOURCE_DIR "/tests/fuzz/corpus/" + name)) {
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string bytes(std::istreambuf_iterator<char>(in), {});
        EXPECT_EQ(check(bytes).value_or(""), "") << entry.path();
        ++count;
    }
    EXPECT_GE(count, at_least);
}

}  // namespace pantile::fuzz
