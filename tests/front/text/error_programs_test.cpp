// Every wrong program of tests/error gives exactly the diagnostics that stand beside it. To rewrite them
// after a change, run with PANTILE_UPDATE_EXPECTED=1 and read what changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "front/text/parse.h"

namespace pantile::front {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

std::vector<fs::path> programs() {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(fs::path(PANTILE_SOURCE_DIR) / "tests/error")) {
        if (entry.path().extension() == ".pan") found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::string diagnostics_of(const fs::path& program) {
    const auto result = parse_pipeline({program.filename().string(), read(program), {}});
    return result ? "(no diagnostics)\n" : render(result.diagnostics());
}

TEST(ErrorPrograms, EachGivesTheExpectedDiagnostics) {
    const bool update = std::getenv("PANTILE_UPDATE_EXPECTED") != nullptr;
    for (const fs::path& program : programs()) {
        const fs::path expected = fs::path(program).replace_extension(".expected");
        const std::string found = diagnostics_of(program);
        if (update) std::ofstream(expected, std::ios::binary) << found;
        EXPECT_EQ(read(expected), found) << program;
    }
}

TEST(ErrorPrograms, AreAllRefused) {
    for (const fs::path& program : programs())
        EXPECT_NE(diagnostics_of(program), "(no diagnostics)\n") << program;
}

TEST(ErrorPrograms, AreAtLeastSeventy) { EXPECT_GE(programs().size(), 70u); }

TEST(ErrorPrograms, SayEverySentenceToItsEnd) {
    for (const fs::path& program : programs()) {
        const auto result = parse_pipeline({"", read(program), {}});
        for (const Diagnostic& d : result.diagnostics()) {
            EXPECT_EQ(d.message.back(), '.') << program << d.message;
            EXPECT_EQ(std::count(d.message.begin(), d.message.end(), '\'') % 2, 0) << program << d.message;
            for (const std::string& hint : d.hints)
                EXPECT_TRUE(hint.back() == '.' || hint.back() == '?') << hint;
        }
    }
}

}  // namespace
}  // namespace pantile::front
