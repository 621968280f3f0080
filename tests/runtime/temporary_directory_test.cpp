#include "runtime/temporary_directory.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "workshop.h"

namespace pantile::runtime {
namespace {

TEST(TemporaryDirectory, goes_away_with_all_that_it_holds) {
    const Workshop workshop;
    const std::string root = workshop.place + "/home";
    {
        const Result<TemporaryDirectory> made = TemporaryDirectory::create(root, "trial-");
        ASSERT_TRUE(made);
        EXPECT_TRUE(made->path().starts_with(root + "/trial-"));
        std::filesystem::create_directory(made->path() + "/inner");
        write_file(made->path() + "/inner/file", "x");
    }
    EXPECT_TRUE(files_in(root).empty());
}

TEST(TemporaryDirectory, goes_away_once_though_it_moves) {
    const Workshop workshop;
    const std::string root = workshop.place + "/home";
    {
        Result<TemporaryDirectory> made = TemporaryDirectory::create(root, "trial-");
        ASSERT_TRUE(made);
        const TemporaryDirectory moved = std::move(*made);
        EXPECT_EQ(files_in(root).size(), 1u);
    }
    EXPECT_TRUE(files_in(root).empty());
}

TEST(TemporaryDirectory, those_of_killed_processes_are_removed_a_day_later) {
    const Workshop workshop;
    const std::string root = workshop.place + "/home";
    const time_t now = ::time(nullptr);
    for (const auto& [name, age] :
         {std::pair("trial-old", 90'000), {"trial-young", 80'000}, {"other-old", 90'000}}) {
        const std::string path = root + "/" + name;
        std::filesystem::create_directory(path);
        write_file(path + "/file", "x");
        const timespec times[2] = {{now - age, 0}, {now - age, 0}};
        ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
    }
    remove_abandoned_directories(root, "trial-");
    EXPECT_FALSE(std::filesystem::exists(root + "/trial-old"));
    EXPECT_TRUE(std::filesystem::exists(root + "/trial-young"));
    EXPECT_TRUE(std::filesystem::exists(root + "/other-old"));
}

}  // namespace
}  // namespace pantile::runtime
