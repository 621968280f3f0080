// What the runtime's tests share: a scratch place of their own, quick and fake compilers, child processes.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "runtime/jit.h"
#include "runtime/program_path.h"

namespace pantile::runtime {

inline constexpr uid_t kNobody = 65534;

inline void write_file(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

inline std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<std::string> files_in(const std::string& directory) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(directory))
        paths.push_back(entry.path().string());
    return paths;
}

// A directory for one test, with a home and a place for temporary files inside.
struct Workshop {
    explicit Workshop(const std::string& subdirectory = "")
        : root(TemporaryDirectory::create("/tmp", "pantile-test-").value()),
          place(root.path() + subdirectory) {
        std::filesystem::create_directories(place + "/tmp");
        std::filesystem::create_directories(place + "/home");
        environment = from_process_environment();
        environment.temporary_root = place + "/tmp";
        environment.home = place + "/home";
        environment.xdg_cache_home.clear();
    }
    std::string cache_path() const { return place + "/home/.cache/pantile"; }
    Cache open_cache() const { return Cache::open({}, environment); }

    BuildRequest request(const Compiler& compiler, int answer, const Cache* cache) const {
        return {.source = "int answer(void) { return " + std::to_string(answer) + "; }\n",
                .name = "kernel",
                .compiler = compiler,
                .environment = environment,
                .cache = cache,
                .limit = std::chrono::seconds(60)};
    }
    // A shell script that is called as '<script> <source> -o <output> <flags>'.
    Compiler fake_compiler(const std::string& script) const {
        const std::string path = place + "/fake-cc";
        write_file(path, "#!/bin/sh\n" + script + "\n");
        ::chmod(path.c_str(), 0755);
        return {.path = path, .version = "fake 1"};
    }
    void give_to_nobody() const {
        ASSERT_EQ(::lchown(root.path().c_str(), kNobody, kNobody), 0);
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root.path())) {
            ASSERT_EQ(::lchown(entry.path().c_str(), kNobody, kNobody), 0);
        }
    }

    TemporaryDirectory root;
    std::string place;
    Environment environment;
};

// gcc starts faster than clang, and these tests start it often.
inline Compiler quick_compiler() {
    const std::string search_path = from_process_environment().path;
    for (const char* name : {"gcc", "cc", "clang-19", "clang"}) {
        if (const auto path = find_program(name, search_path)) return {.path = *path, .version = "for tests"};
    }
    ADD_FAILURE() << "these tests need a C compiler";
    return {};
}

// A fake compiler that copies an object made once, for tests that build hundreds of times.
inline Compiler copying_compiler(const Workshop& workshop, int answer) {
    const std::string source = workshop.place + "/made.c";
    const std::string made = workshop.place + "/made.so";
    write_file(source, "int answer(void) { return " + std::to_string(answer) + "; }\n");
    const std::string command = quick_compiler().path + " -shared -fPIC -o " + made + " " + source;
    EXPECT_EQ(std::system(command.c_str()), 0);
    return workshop.fake_compiler("exec cp '" + made + "' \"$3\"");
}

inline int call_answer(const SharedObject& object) {
    void* address = object.symbol("answer");
    return address == nullptr ? -1 : reinterpret_cast<int (*)()>(address)();
}

inline int build_and_call(const BuildRequest& request) {
    const Result<BuildOutcome> outcome = build(request);
    return outcome ? call_answer(outcome->object) : -1;
}

inline pid_t start_child(const std::function<int()>& work) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work());
    return child;
}

// The exit status, or 1000 + the signal that ended the child.
inline int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace pantile::runtime
