#include "runtime/cache_directory.h"

#include "workshop.h"

namespace pantile::runtime {
namespace {

// The wanted directory is refused with a warning, nothing was written to it, and caching still works.
void expect_fallback(const Cache& cache, const std::string& refused) {
    ASSERT_EQ(cache.warnings().size(), 1u);
    EXPECT_EQ(cache.warnings()[0].severity, Severity::warning);
    EXPECT_FALSE(cache.warnings()[0].hints.empty());
    EXPECT_NE(cache.directory(), refused);
    EXPECT_TRUE(cache.store(CacheKey::of("key"), "value").stored());
    EXPECT_EQ(cache.load(CacheKey::of("key")), "value");
}

// A directory of somebody else: made when we may, else one of the system's.
std::string foreign_directory(const Workshop& workshop) {
    if (::geteuid() != 0) return "/usr/share";
    const std::string path = workshop.place + "/foreign";
    std::filesystem::create_directory(path);
    EXPECT_EQ(::chown(path.c_str(), kNobody, kNobody), 0);
    return path;
}

TEST(CacheDirectory, xdg_cache_home_comes_before_home) {
    Workshop workshop;
    workshop.environment.xdg_cache_home = workshop.place + "/xdg/deep";
    EXPECT_EQ(workshop.open_cache().directory(), workshop.place + "/xdg/deep/pantile");
}

TEST(CacheDirectory, a_relative_xdg_cache_home_is_ignored) {
    Workshop workshop;
    for (const char* relative : {"here", "../there", ".", "~/x"}) {
        workshop.environment.xdg_cache_home = relative;
        EXPECT_EQ(workshop.open_cache().directory(), workshop.cache_path());
    }
}

TEST(CacheDirectory, an_explicit_directory_wins) {
    const Workshop workshop;
    const std::string chosen = workshop.place + "/my own/cache";
    EXPECT_EQ(Cache::open({.directory = chosen + "//"}, workshop.environment).directory(), chosen);
}

TEST(CacheDirectory, a_link_to_a_foreign_place_is_refused) {
    Workshop workshop;
    workshop.environment.xdg_cache_home = workshop.place + "/link";
    const std::string foreign = foreign_directory(workshop);
    std::filesystem::create_directory_symlink(foreign, workshop.environment.xdg_cache_home);
    expect_fallback(workshop.open_cache(), workshop.environment.xdg_cache_home + "/pantile");
    EXPECT_FALSE(std::filesystem::exists(foreign + "/pantile"));
}

TEST(CacheDirectory, a_cache_directory_that_is_itself_a_link_is_refused) {
    Workshop workshop;
    workshop.environment.xdg_cache_home = workshop.place;
    const std::string target = workshop.place + "/target";
    std::filesystem::create_directory(target);
    std::filesystem::create_directory_symlink(target, workshop.place + "/pantile");
    expect_fallback(workshop.open_cache(), workshop.place + "/pantile");
    EXPECT_TRUE(files_in(target).empty());
}

TEST(CacheDirectory, a_directory_of_another_user_is_refused) {
    const Workshop workshop;
    const std::string foreign = foreign_directory(workshop);
    expect_fallback(Cache::open({.directory = foreign}, workshop.environment), foreign);
}

TEST(CacheDirectory, a_directory_that_others_can_write_to_is_refused) {
    const Workshop workshop;
    const std::string shared = workshop.place + "/shared";
    std::filesystem::create_directory(shared);
    for (const mode_t mode : {0770u, 0707u, 0777u}) {
        ::chmod(shared.c_str(), mode);
        expect_fallback(Cache::open({.directory = shared}, workshop.environment), shared);
        expect_fallback(Cache::open({.directory = shared + "/below"}, workshop.environment),
                        shared + "/below");
    }
}

TEST(CacheDirectory, a_file_or_nonsense_in_place_of_the_directory_is_refused) {
    const Workshop workshop;
    write_file(workshop.place + "/file", "x");
    for (const std::string& bad :
         {workshop.place + "/file", workshop.place + "/file/below", std::string("/proc/no"),
          std::string("/a\0b", 4), std::string(5000, 'x')}) {
        expect_fallback(Cache::open({.directory = bad}, workshop.environment), bad);
    }
}

TEST(CacheDirectory, without_home_a_private_directory_serves_and_is_removed) {
    Workshop workshop;
    workshop.environment.home.clear();
    std::string path;
    {
        const Cache cache = workshop.open_cache();
        expect_fallback(cache, "");
        path = cache.directory();
        EXPECT_TRUE(path.starts_with(workshop.environment.temporary_root));
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace pantile::runtime
