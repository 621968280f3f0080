// The tool in other environments: with and without random addresses, in other folders and locales, with
// memory that holds other bytes.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "driver/built_program.h"
#include "driver/locales.h"
#include "long_run.h"
#include "pantile/compile.h"
#include "random/trial.h"
#include "search/scheduled.h"

namespace pantile::test {
namespace {

using Environment = std::vector<std::string>;

struct Situation {
    std::vector<std::string> before;  // words in front of the command
    Environment environment;
    std::string folder;
};

class Environments : public testing::Test {
  protected:
    std::string path(const std::string& name) const { return place_.path() + "/" + name; }

    std::string output_of(const Situation& s, std::vector<std::string> arguments) {
        std::vector<std::string> command = s.before;
        command.push_back(built_program("pantile"));
        command.insert(command.end(), arguments.begin(), arguments.end());
        Environment environment = s.environment;
        environment.push_back("XDG_CACHE_HOME=" + path("cache"));
        const auto ran = runtime::run({.arguments = std::move(command),
                                       .environment = std::move(environment),
                                       .output_limit = size_t{16} << 20});
        EXPECT_TRUE(ran.succeeded()) << ran.could_not_start << ran.output.substr(0, 2000);
        return ran.output;
    }

    // All that the tool writes about a program: emitted code, and in the long run every schedule.
    std::string all_of(const std::string& file, const Situation& s) {
        const std::string machine = PANTILE_SOURCE_DIR "/tests/machines/laptop4.json",
                          folder = path(s.folder);
        output_of(s, {"emit", file, "-o", folder, "--target", "x86-64-v3", "--machine", machine, "--budget",
                      "0.05"});
        std::map<std::string, std::string> written;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            std::ifstream in(entry.path(), std::ios::binary);
            written[entry.path().filename()] = std::string(std::istreambuf_iterator<char>(in), {});
        }
        std::filesystem::remove_all(folder);
        EXPECT_EQ(written.size(), 2u);
        std::string all;
        for (const auto& [name, text] : written) all += name + "\n" + text;
        if (!is_long_run()) return all;
        for (const char* scheduler : {"dp", "greedy", "polymage", "forma", "naive"})
            all += output_of(
                s, {"schedule", file, "--schedule", scheduler, "--machine", machine, "--budget", "0.05"});
        return all;
    }

    runtime::TemporaryDirectory place_ = runtime::TemporaryDirectory::create("/tmp", "pantile-test-").value();
};

TEST_F(Environments, EachGivesTheSameBytes) {
    const MadeLocales locales;
    const std::string search = "PATH=/usr/bin:/bin", where = "LOCPATH=" + locales.path();
    std::vector<Situation> others = {
        {{}, {search, where, "LC_ALL=de_DE.UTF-8", "MALLOC_PERTURB_=165", "TMPDIR=/dev/shm"}, "another"},
        {{},
         {search, where, "LC_ALL=tr_TR", "GLIBC_TUNABLES=glibc.malloc.arena_max=1", "OMP_NUM_THREADS=1"},
         "c d"}};
    if (const auto still = runtime::find_program("setarch", "/usr/bin:/bin"))
        others.push_back({{*still, "x86_64", "-R"}, {search, where, "LC_ALL=fr_FR.UTF-8"}, "third"});
    std::vector<std::string> files;
    for (const char* app : {"harris", "camera_pipe", "bilateral_grid", "hist_eq", "interpolate"})
        files.push_back(fmt::format("{}/apps/{}.pan", PANTILE_SOURCE_DIR, app));
    for (uint64_t seed = 1; files.size() < amount(5, 200); ++seed) {
        const Pipeline pipeline(std::make_shared<const ir::Pipeline>(random::make_trial(seed).pipeline));
        files.push_back(path(fmt::format("r{}.pan", seed)));
        std::ofstream(files.back(), std::ios::binary) << pipeline.text();
    }
    for (const std::string& file : files) {
        const std::string expected = all_of(file, {{}, {search}, "c"});
        for (const Situation& other : others)
            EXPECT_EQ(all_of(file, other), expected) << file << " " << other.folder;
    }
}

}  // namespace
}  // namespace pantile::test
