#include "runtime/cache.h"

#include <fcntl.h>
#include <sys/resource.h>

#include <csignal>
#include <random>

#include "workshop.h"

namespace pantile::runtime {
namespace {

std::string entry_path(const Cache& cache, const CacheKey& key) {
    return cache.directory() + "/" + key.text() + ".entry";
}

std::string payload_for(int number) {
    return std::string(1000, static_cast<char>('a' + number % 26)) + std::to_string(number);
}
CacheKey key_for(int number) { return CacheKey::of("entry " + std::to_string(number)); }

void set_last_use(const std::string& path, time_t when) {
    const timespec times[2] = {{when, 0}, {when, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

TEST(Cache, what_was_stored_is_loaded_by_a_later_process) {
    const Workshop workshop;
    const CacheKey key = CacheKey::of("key");
    const std::string payload("bytes\0with zeros", 16);
    EXPECT_TRUE(workshop.open_cache().store(key, payload).stored());
    EXPECT_EQ(workshop.open_cache().load(key), payload);
    EXPECT_EQ(workshop.open_cache().load(CacheKey::of("other key")), std::nullopt);
}

TEST(Cache, an_entry_may_be_empty) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    EXPECT_TRUE(cache.store(key_for(1), "").stored());
    EXPECT_EQ(cache.load(key_for(1)), "");
}

TEST(Cache, the_directory_is_private) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    struct stat facts = {};
    ASSERT_EQ(::stat(workshop.cache_path().c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777u, 0700u);
    EXPECT_EQ(cache.directory(), workshop.cache_path());
    EXPECT_TRUE(cache.warnings().empty());
}

TEST(Cache, every_flipped_bit_is_noticed_and_the_entry_removed) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    const CacheKey key = key_for(1);
    ASSERT_TRUE(cache.store(key, "a payload of forty bytes, more or less..").stored());
    const std::string path = entry_path(cache, key);
    const std::string good = read_file(path);
    for (size_t bit = 0; bit < good.size() * 8; ++bit) {
        std::string damaged = good;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
        write_file(path, damaged);
        ASSERT_EQ(cache.load(key), std::nullopt) << "bit " << bit;
        ASSERT_FALSE(std::filesystem::exists(path));
    }
}

TEST(Cache, a_truncated_or_extended_entry_is_never_loaded) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    const CacheKey key = key_for(1);
    ASSERT_TRUE(cache.store(key, "a payload").stored());
    const std::string path = entry_path(cache, key);
    const std::string good = read_file(path);
    for (size_t length = 0; length < good.size(); ++length) {
        write_file(path, good.substr(0, length));
        ASSERT_EQ(cache.load(key), std::nullopt) << "length " << length;
    }
    write_file(path, good + '\0');
    EXPECT_EQ(cache.load(key), std::nullopt);
}

TEST(Cache, an_entry_under_the_name_of_another_is_never_loaded) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    ASSERT_TRUE(cache.store(key_for(1), "one").stored());
    std::filesystem::copy_file(entry_path(cache, key_for(1)), entry_path(cache, key_for(2)));
    EXPECT_EQ(cache.load(key_for(2)), std::nullopt);
    EXPECT_EQ(cache.load(key_for(1)), "one");
}

TEST(Cache, links_pipes_and_directories_in_place_of_an_entry_are_misses) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    ASSERT_TRUE(cache.store(key_for(1), "one").stored());
    std::filesystem::rename(entry_path(cache, key_for(1)), workshop.place + "/elsewhere");
    std::filesystem::create_symlink(workshop.place + "/elsewhere", entry_path(cache, key_for(1)));
    ASSERT_EQ(::mkfifo(entry_path(cache, key_for(2)).c_str(), 0600), 0);
    std::filesystem::create_directory(entry_path(cache, key_for(3)));
    for (const int number : {1, 2, 3}) EXPECT_EQ(cache.load(key_for(number)), std::nullopt);
    EXPECT_TRUE(cache.store(key_for(1), "new").stored());
    EXPECT_EQ(cache.load(key_for(1)), "new");
    EXPECT_FALSE(cache.store(key_for(3), "new").stored());
}

TEST(Cache, an_entry_that_others_can_write_to_is_not_trusted) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    ASSERT_TRUE(cache.store(key_for(1), "one").stored());
    ::chmod(entry_path(cache, key_for(1)).c_str(), 0666);
    EXPECT_EQ(cache.load(key_for(1)), std::nullopt);
}

TEST(Cache, the_entries_used_longest_ago_are_evicted) {
    const Workshop workshop;
    const int64_t entry_size = static_cast<int64_t>(kEntryHeaderSize + payload_for(1).size());
    const Cache cache = Cache::open({.max_bytes = 3 * entry_size}, workshop.environment);
    for (const int number : {1, 2, 3}) {
        ASSERT_TRUE(cache.store(key_for(number), payload_for(number)).stored());
        set_last_use(entry_path(cache, key_for(number)), 1000 + number);
    }
    EXPECT_EQ(cache.load(key_for(1)), payload_for(1));  // 1 is now the one used last
    ASSERT_TRUE(cache.store(key_for(4), payload_for(4)).stored());
    EXPECT_EQ(cache.load(key_for(2)), std::nullopt);
    for (const int number : {1, 3, 4}) EXPECT_EQ(cache.load(key_for(number)), payload_for(number));
}

TEST(Cache, an_entry_larger_than_the_cache_is_refused) {
    const Workshop workshop;
    const Cache cache = Cache::open({.max_bytes = 500}, workshop.environment);
    EXPECT_FALSE(cache.store(key_for(1), std::string(1000, 'x')).stored());
    EXPECT_TRUE(files_in(cache.directory()).empty());
}

TEST(Cache, temporary_files_of_killed_processes_are_removed_and_foreign_files_kept) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    for (const char* name : {"/old.tmp", "/young.tmp", "/slow.tmp", "/notes.txt"})
        write_file(cache.directory() + name, "x");
    set_last_use(cache.directory() + "/old.tmp", 1000);
    set_last_use(cache.directory() + "/notes.txt", 1000);
    set_last_use(cache.directory() + "/slow.tmp", ::time(nullptr) - 1800);
    ASSERT_TRUE(cache.store(key_for(1), "one").stored());
    EXPECT_FALSE(std::filesystem::exists(cache.directory() + "/old.tmp"));
    EXPECT_TRUE(std::filesystem::exists(cache.directory() + "/young.tmp"));
    EXPECT_TRUE(std::filesystem::exists(cache.directory() + "/slow.tmp"));
    EXPECT_TRUE(std::filesystem::exists(cache.directory() + "/notes.txt"));
}

int store_and_load_at_random(const Cache& cache, unsigned seed) {
    std::minstd_rand random(seed);
    for (int i = 0; i < 100; ++i) {
        const int number = static_cast<int>(random() % 20);
        const std::optional<std::string> found = cache.load(key_for(number));
        if (found && *found != payload_for(number)) return 1;
        if (!found && !cache.store(key_for(number), payload_for(number)).stored()) return 2;
    }
    return 0;
}

TEST(Cache, eight_processes_that_evict_each_others_entries_see_only_whole_ones) {
    const Workshop workshop;
    const int64_t limit = 8000;
    std::vector<pid_t> children;
    for (unsigned seed = 1; seed <= 8; ++seed) {
        children.push_back(start_child([&] {
            return store_and_load_at_random(Cache::open({.max_bytes = limit}, workshop.environment), seed);
        }));
    }
    for (const pid_t child : children) EXPECT_EQ(wait_for(child), 0);
    int64_t total = 0;
    for (const std::string& path : files_in(workshop.cache_path())) {
        EXPECT_TRUE(path.ends_with(".entry"));
        total += static_cast<int64_t>(std::filesystem::file_size(path));
    }
    EXPECT_LE(total, limit);
    EXPECT_GT(total, 0);
}

TEST(Cache, a_full_disk_gives_a_reason_and_leaves_no_file) {
    const Workshop workshop;
    const int status = wait_for(start_child([&] {
        const Cache cache = workshop.open_cache();
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit = {64, 64};  // bytes in a file: the header does not fit
        ::setrlimit(RLIMIT_FSIZE, &limit);
        return cache.store(key_for(1), "one").stored() || cache.load(key_for(1)) ? 1 : 0;
    }));
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(files_in(workshop.cache_path()).empty());
}

}  // namespace
}  // namespace pantile::runtime
