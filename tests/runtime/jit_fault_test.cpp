// What the JIT does when the compiler, the disk or another process misbehaves.
#include <sched.h>
#include <sys/mount.h>

#include <csignal>
#include <random>
#include <thread>

#include "long_run.h"
#include "runtime/jit.h"
#include "workshop.h"

namespace pantile::runtime {
namespace {

// Builds with a fake compiler, expects a failure and gives its text. Nothing may stay behind.
std::string failure_with(const std::string& script, std::chrono::seconds limit = std::chrono::seconds(60)) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    BuildRequest request = workshop.request(workshop.fake_compiler(script), 1, &cache);
    request.limit = limit;
    const size_t descriptors = files_in("/proc/self/fd").size();
    const Result<BuildOutcome> outcome = build(request);
    EXPECT_FALSE(outcome);
    EXPECT_EQ(files_in("/proc/self/fd").size(), descriptors);
    EXPECT_TRUE(files_in(workshop.environment.temporary_root).empty());
    EXPECT_TRUE(files_in(cache.directory()).empty());
    return render(outcome.diagnostics());
}

void expect_contains(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(JitFaults, a_missing_compiler_is_a_diagnostic) {
    const Workshop workshop;
    const Result<BuildOutcome> outcome = build(workshop.request({.path = "/no/such/cc"}, 1, nullptr));
    ASSERT_FALSE(outcome);
    expect_contains(render(outcome.diagnostics()), "'/no/such/cc' could not be started: No such file");
}

TEST(JitFaults, the_first_error_of_a_failing_compiler_is_shown) {
    const std::string text = failure_with(
        "echo \"$1:1: warning: never mind\"; echo \"$1:2:3: error: no good\" >&2; seq 100; touch \"$3\"; "
        "exit 4");
    expect_contains(text, "failed with status 4");
    expect_contains(text, "note: kernel.c:2:3: error: no good\n");
    EXPECT_EQ(text.find("never mind"), std::string::npos);
    EXPECT_EQ(text.find("note: 9\n"), std::string::npos);
}

TEST(JitFaults, code_that_does_not_compile_is_a_diagnostic) {
    const Workshop workshop;
    BuildRequest request = workshop.request(quick_compiler(), 1, nullptr);
    request.source = "int answer(void) { return nonsense; }\n";
    const Result<BuildOutcome> outcome = build(request);
    ASSERT_FALSE(outcome);
    expect_contains(render(outcome.diagnostics()), "nonsense");
}

TEST(JitFaults, a_hanging_compiler_is_stopped_at_the_limit) {
    const auto start = std::chrono::steady_clock::now();
    expect_contains(failure_with("sleep 100 & sleep 100", std::chrono::seconds(1)),
                    "did not finish 'kernel' within 1");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

TEST(JitFaults, a_compiler_that_is_killed_is_a_diagnostic) {
    expect_contains(failure_with("echo half > \"$3\"; kill -9 $$"), "was ended by signal 9");
}

TEST(JitFaults, a_compiler_that_writes_nothing_or_no_file_is_a_diagnostic) {
    expect_contains(failure_with("exit 0"), "left no file");
    expect_contains(failure_with("mkfifo \"$3\""), "left no file");
    expect_contains(failure_with("ln -s /etc/passwd \"$3\""), "left no file");
}

TEST(JitFaults, a_compiler_that_writes_garbage_is_a_diagnostic) {
    expect_contains(failure_with(": > \"$3\""), "too short");
    expect_contains(failure_with("seq 10000 > \"$3\""), "it is not an ELF file");
    expect_contains(failure_with("printf '\\177ELF\\002' > \"$3\"; head -c 9000 /dev/zero >> \"$3\""),
                    "not a shared object");
    const std::string half = quick_compiler().path + " \"$@\" && truncate -s 5000 \"$3\"";
    expect_contains(failure_with(half), "not complete");
}

TEST(JitFaults, an_object_that_needs_what_is_not_there_is_a_diagnostic) {
    const Workshop workshop;
    BuildRequest request = workshop.request(quick_compiler(), 1, nullptr);
    request.source = "int no_such_function(void);\nint answer(void) { return no_such_function(); }\n";
    const Result<BuildOutcome> outcome = build(request);
    ASSERT_FALSE(outcome);
    expect_contains(render(outcome.diagnostics()), "no_such_function");
}

TEST(JitFaults, a_damaged_entry_is_never_loaded_and_gets_rebuilt) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    const BuildRequest request = workshop.request(copying_compiler(workshop, 5), 5, &cache);
    ASSERT_EQ(build_and_call(request), 5);
    const std::string path = files_in(cache.directory()).at(0);
    const std::string good = read_file(path);
    std::minstd_rand random(1);
    for (size_t i = 0; i < test::amount(120, 10000); ++i) {
        std::string damaged = good;
        const size_t place = random() % good.size();
        if (i % 2 == 0) damaged[place] = static_cast<char>(damaged[place] ^ (1 << (random() % 8)));
        if (i % 2 == 1) damaged.resize(place);
        write_file(path, damaged);
        const Result<BuildOutcome> outcome = build(request);
        ASSERT_TRUE(outcome);
        ASSERT_FALSE(outcome->from_cache) << "byte " << place;
        ASSERT_EQ(call_answer(outcome->object), 5);
        ASSERT_EQ(read_file(path), good);
    }
}

TEST(JitFaults, an_intact_entry_that_does_not_load_gets_rebuilt) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    const BuildRequest request = workshop.request(copying_compiler(workshop, 5), 5, &cache);
    ASSERT_EQ(build_and_call(request), 5);
    const std::string path = files_in(cache.directory()).at(0);
    const std::string key = std::filesystem::path(path).stem().string();
    const std::string garbage = "no object";
    // An entry as we would have written it, had the compiler made garbage that we did not look at.
    const Cache other = Cache::open({.directory = workshop.place + "/other"}, workshop.environment);
    const CacheKey any = CacheKey::of("any");
    ASSERT_TRUE(other.store(any, garbage).stored());
    std::string entry = read_file(other.directory() + "/" + any.text() + ".entry");
    entry.replace(entry.find(any.text()), key.size(), key);
    write_file(path, entry);
    EXPECT_EQ(build_and_call(request), 5);
    EXPECT_TRUE(build(request).value().from_cache);
}

int build_many(const Workshop& workshop, int first, int last) {
    const Cache cache = workshop.open_cache();
    for (int answer = first; answer < last; ++answer) {
        if (build_and_call(workshop.request(quick_compiler(), answer, &cache)) != answer) return 1;
    }
    return 0;
}

TEST(JitFaults, sixteen_processes_share_one_cache) {
    const Workshop workshop;
    std::vector<pid_t> children;
    for (int i = 0; i < 16; ++i) {
        // Neighbours share two of their three sources.
        children.push_back(start_child([&, i] { return build_many(workshop, i, i + 3); }));
    }
    for (const pid_t child : children) EXPECT_EQ(wait_for(child), 0);
    EXPECT_TRUE(files_in(workshop.environment.temporary_root).empty());
    EXPECT_EQ(files_in(workshop.cache_path()).size(), 18u);
    const Cache cache = workshop.open_cache();
    for (int answer = 0; answer < 18; ++answer) {
        const Result<BuildOutcome> outcome = build(workshop.request(quick_compiler(), answer, &cache));
        ASSERT_TRUE(outcome && outcome->from_cache);
        EXPECT_EQ(call_answer(outcome->object), answer);
    }
}

// Builds distinct sources, all answered with the same object, until it is killed.
int build_for_ever(const Workshop& workshop, const Compiler& compiler, int first) {
    const Cache cache = workshop.open_cache();
    for (int i = first;; i = first + (i + 1 - first) % 50) {
        if (build_and_call(workshop.request(compiler, i, &cache)) != 5) return 1;
        if (i % 7 == 0) std::filesystem::remove(files_in(cache.directory()).at(0));
    }
}

// Of one build that is not found in the cache.
std::chrono::microseconds time_of_a_build(const Workshop& workshop, const Compiler& compiler) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(build_and_call(workshop.request(compiler, 0, nullptr)), 5);
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
}

TEST(JitFaults, processes_killed_while_they_build_leave_the_cache_usable) {
    const Workshop workshop;
    const Compiler compiler = copying_compiler(workshop, 5);
    // On every machine some are killed in their first build, and some after a few.
    const auto few_builds = 8 * time_of_a_build(workshop, compiler);
    std::minstd_rand random(1);
    for (size_t i = 0; i < test::amount(48, 1000); ++i) {
        const pid_t child = start_child([&] { return build_for_ever(workshop, compiler, 0); });
        std::this_thread::sleep_for(few_builds * (random() % 1000) / 1000);
        ::kill(child, SIGKILL);
        EXPECT_EQ(wait_for(child), 1000 + SIGKILL);
    }
    const Cache cache = workshop.open_cache();
    size_t hits = 0;
    for (int i = 0; i < 50; ++i) {
        const Result<BuildOutcome> outcome = build(workshop.request(compiler, i, &cache));
        ASSERT_TRUE(outcome);
        hits += outcome->from_cache ? 1u : 0u;
        EXPECT_EQ(call_answer(outcome->object), 5);
    }
    EXPECT_GT(hits, 0u);
}

// An entry that another build made, under our name; one of another version of the format; one of text.
TEST(JitFaults, foreign_entries_are_never_loaded_and_get_replaced) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    const BuildRequest five = workshop.request(quick_compiler(), 5, &cache);
    const BuildRequest six = workshop.request(quick_compiler(), 6, &cache);
    ASSERT_EQ(build_and_call(five), 5);
    const std::string path = files_in(cache.directory()).at(0);
    const std::string good = read_file(path);
    std::filesystem::rename(path, workshop.place + "/five");
    ASSERT_EQ(build_and_call(six), 6);
    const std::string other = read_file(files_in(cache.directory()).at(0));
    std::string newer = good, object = good.substr(kEntryHeaderSize);
    newer.replace(newer.find(" 1\n"), 3, " 2\n");
    for (const std::string& foreign :
         {other, newer, object, std::string("pantile-cache 1\n"), std::string()}) {
        write_file(path, foreign);
        const Result<BuildOutcome> outcome = build(five);
        ASSERT_TRUE(outcome);
        EXPECT_FALSE(outcome->from_cache);
        EXPECT_EQ(call_answer(outcome->object), 5);
        EXPECT_TRUE(build(five).value().from_cache);
    }
}

// A disk of 128 kB of which nearly all is taken, that only the child sees. 0: all is as it should be; 77:
// there is no right to mount one here.
int build_on_a_full_disk(const Workshop& workshop, const std::string& disk) {
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=128k,mode=0700") != 0)
        return 77;
    const Cache cache = Cache::open({.directory = disk + "/cache"}, workshop.environment);
    write_file(disk + "/taken", std::string(120 * 1024, 'x'));
    const Result<BuildOutcome> outcome = build(workshop.request(quick_compiler(), 9, &cache));
    if (!outcome || outcome->not_cached.empty() || call_answer(outcome->object) != 9) return 1;
    if (!files_in(cache.directory()).empty()) return 2;
    // The place for temporary files is full, too.
    BuildRequest request = workshop.request(quick_compiler(), 10, nullptr);
    request.environment.temporary_root = disk;
    request.source += "/*" + std::string(200000, '*') + "*/\n";
    const Result<BuildOutcome> refused = build(request);
    if (refused) return 3;
    if (render(refused.diagnostics()).find("No space left") == std::string::npos) return 4;
    if (files_in(disk).size() != 2) return 5;
    // Room again, and all is well.
    std::filesystem::remove(disk + "/taken");
    const Result<BuildOutcome> again = build(workshop.request(quick_compiler(), 9, &cache));
    return again && again->not_cached.empty() ? 0 : 6;
}

TEST(JitFaults, a_full_disk_stops_no_build_that_has_room_elsewhere) {
    const Workshop workshop;
    const std::string disk = workshop.place + "/disk";
    std::filesystem::create_directory(disk);
    const int status = wait_for(start_child([&] { return build_on_a_full_disk(workshop, disk); }));
    if (status == 77) GTEST_SKIP() << "a disk can only be mounted by root.";
    EXPECT_EQ(status, 0);
}

// Root may write everywhere, so the child becomes somebody else first.
int build_in_read_only_cache(const Workshop& workshop) {
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) return 2;
    const Cache cache = workshop.open_cache();
    const Result<BuildOutcome> hit = build(workshop.request(quick_compiler(), 1, &cache));
    const Result<BuildOutcome> miss = build(workshop.request(quick_compiler(), 2, &cache));
    if (!hit || !hit->from_cache || call_answer(hit->object) != 1) return 3;
    if (!miss || miss->not_cached.empty() || call_answer(miss->object) != 2) return 4;
    return 0;
}

TEST(JitFaults, a_read_only_cache_serves_hits_and_does_not_stop_misses) {
    const Workshop workshop;
    ASSERT_EQ(build_many(workshop, 1, 2), 0);
    ::chmod(workshop.cache_path().c_str(), 0500);
    if (::geteuid() == 0) workshop.give_to_nobody();
    EXPECT_EQ(wait_for(start_child([&] { return build_in_read_only_cache(workshop); })), 0);
    ::chmod(workshop.cache_path().c_str(), 0700);
}

TEST(JitFaults, a_cache_directory_that_vanishes_does_not_stop_builds) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    std::filesystem::remove_all(cache.directory());
    const Result<BuildOutcome> outcome = build(workshop.request(quick_compiler(), 9, &cache));
    ASSERT_TRUE(outcome);
    EXPECT_NE(outcome->not_cached, "");
    EXPECT_EQ(call_answer(outcome->object), 9);
}

TEST(JitFaults, a_temporary_root_that_is_not_there_gives_way_to_tmp) {
    Workshop workshop;
    workshop.environment.temporary_root = "/no/such/place";
    EXPECT_EQ(build_and_call(workshop.request(quick_compiler(), 9, nullptr)), 9);
}

}  // namespace
}  // namespace pantile::runtime
