#include "runtime/jit.h"

#include <algorithm>

#include "runtime/jit_key.h"
#include "runtime/toolchain.h"
#include "workshop.h"

namespace pantile::runtime {
namespace {

TEST(Jit, a_tiny_function_is_built_and_called) {
    const Workshop workshop;
    const Result<BuildOutcome> outcome = build(workshop.request(quick_compiler(), 42, nullptr));
    ASSERT_TRUE(outcome) << render(outcome.diagnostics());
    EXPECT_EQ(call_answer(outcome->object), 42);
    EXPECT_FALSE(outcome->from_cache);
    EXPECT_GT(outcome->compile_seconds, 0);
    EXPECT_TRUE(files_in(workshop.environment.temporary_root).empty());
}

TEST(Jit, the_second_build_comes_from_the_cache) {
    const Workshop workshop;
    const Cache cache = workshop.open_cache();
    const BuildRequest request = workshop.request(quick_compiler(), 42, &cache);
    const Result<BuildOutcome> first = build(request);
    ASSERT_TRUE(first) << render(first.diagnostics());
    EXPECT_EQ(first->not_cached, "");
    const Result<BuildOutcome> second = build(request);
    ASSERT_TRUE(second);
    EXPECT_TRUE(second->from_cache);
    EXPECT_EQ(second->compile_seconds, 0);
    EXPECT_EQ(call_answer(second->object), 42);
}

// Builds, calls and unloads a kernel with threads, twice. The threads outlive the kernel.
int use_openmp(const Workshop& workshop, const Compiler& compiler) {
    BuildRequest request = workshop.request(compiler, 0, nullptr);
    request.source =
        "#include <omp.h>\n#include <math.h>\n"
        "int answer(void) {\n    int n = 0;\n#pragma omp parallel for num_threads(4) reduction(+ : n)\n"
        "    for (int i = 0; i < 100; ++i) n += (int)sqrt((double)i * i + 0.5);\n    return n;\n}\n";
    request.flags = {"-O2", "-march=native", "-fopenmp", "-lm"};
    for (int i = 0; i < 2; ++i) {
        if (build_and_call(request) != 4950) return 1;
        ::usleep(50000);
    }
    return 0;
}

TEST(Jit, kernels_with_openmp_can_be_called_and_unloaded) {
    const Workshop workshop;
    for (const char* name : {"gcc", "clang-19", "clang"}) {
        const Result<Compiler> compiler = find_compiler({.name = name, .environment = workshop.environment});
        if (!compiler || !compiler->openmp) continue;
        // In a child, as gcc's leak sanitizer cannot stand libomp, and two OpenMP runtimes do not share a
        // process.
        EXPECT_EQ(wait_for(start_child([&] { return use_openmp(workshop, *compiler); })), 0) << name;
    }
}

TEST(Jit, everything_that_decides_the_result_is_in_the_key) {
    const Workshop workshop;
    const BuildRequest base = workshop.request({.path = "/cc", .version = "1"}, 1, nullptr);
    std::vector<BuildRequest> others(8, base);
    others[0].source += " ";
    others[1].flags = {"-O2"};
    others[2].flags = {"-O", "2"};
    others[3].compiler.path = "/cc2";
    others[4].compiler.version = "2";
    others[5].flags = {"-march=native"};
    others[6].compiler.path = "/cc1", others[6].compiler.version = "";
    others[7].flags = {"-O3"};
    std::vector<std::string> keys = {key_of_build(base)->text()};
    for (const BuildRequest& other : others) keys.push_back(key_of_build(other)->text());
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(std::unique(keys.begin(), keys.end()), keys.end());
}

TEST(Jit, what_is_built_for_this_processor_is_not_taken_on_others) {
    const Workshop workshop;
    BuildRequest request = workshop.request({.path = "/cc", .version = "1"}, 1, nullptr);
    request.flags = {"-O2"};
    EXPECT_EQ(key_of_build(request, "one")->text(), key_of_build(request, "another")->text());
    EXPECT_TRUE(key_of_build(request, "").has_value());
    request.flags = {"-O2", "-march=native"};
    EXPECT_NE(key_of_build(request, "one")->text(), key_of_build(request, "another")->text());
    EXPECT_FALSE(key_of_build(request, "").has_value());
}

TEST(Jit, hostile_names_and_flags_are_refused_before_anything_runs) {
    const Workshop workshop;
    const BuildRequest good = workshop.request({.path = "/no/such/compiler"}, 1, nullptr);
    for (const char* name : {"", "../x", "a/b", "a b", "a;b", "$(id)", "-o", "1a", "_a", "a.b", "\xc3\xa4"}) {
        BuildRequest request = good;
        request.name = name;
        const Result<BuildOutcome> outcome = build(request);
        ASSERT_FALSE(outcome);
        EXPECT_NE(outcome.diagnostics()[0].message.find("is not a name"), std::string::npos) << name;
    }
    for (const char* flag : {"", "-", "x.c", "@file", "-o/tmp/x", "-o", "--output=/tmp/x"}) {
        BuildRequest request = good;
        request.flags = {flag};
        const Result<BuildOutcome> outcome = build(request);
        ASSERT_FALSE(outcome);
        EXPECT_NE(outcome.diagnostics()[0].message.find("is not a flag"), std::string::npos) << flag;
    }
}

TEST(Jit, paths_with_shell_metacharacters_work) {
    const Workshop workshop("/a b;$(touch pwned)'\"&*\\|`id`");
    const Cache cache = workshop.open_cache();
    EXPECT_TRUE(cache.warnings().empty());
    const std::string path = workshop.place + "/c c;&$x";
    std::filesystem::create_symlink(quick_compiler().path, path);
    const BuildRequest request = workshop.request({.path = path, .version = "1"}, 7, &cache);
    const Result<BuildOutcome> outcome = build(request);
    ASSERT_TRUE(outcome) << render(outcome.diagnostics());
    EXPECT_EQ(call_answer(outcome->object), 7);
    EXPECT_TRUE(build(request).value().from_cache);
    EXPECT_FALSE(std::filesystem::exists("pwned"));
}

TEST(Jit, abandoned_build_directories_are_swept) {
    const Workshop workshop;
    const std::string old = workshop.environment.temporary_root + "/pantile-build-old";
    const std::string young = workshop.environment.temporary_root + "/pantile-build-young";
    for (const std::string& path : {old, young}) std::filesystem::create_directories(path + "/below");
    std::filesystem::last_write_time(old,
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(48));
    EXPECT_EQ(build_and_call(workshop.request(quick_compiler(), 3, nullptr)), 3);
    EXPECT_EQ(files_in(workshop.environment.temporary_root), std::vector<std::string>{young});
}

}  // namespace
}  // namespace pantile::runtime
