// The command line tool as a child process, in a folder and with a kernel cache of its own.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "driver/built_program.h"
#include "image/read_image.h"
#include "image/write_image.h"
#include "pantile/buffer.h"
#include "runtime/temporary_directory.h"

namespace pantile::tool {

struct Limits {
    double wall_seconds = 60;
    rlim_t address_space = RLIM_INFINITY;
};

// What hostile input may cost: memory, and the time after which a program hangs. A sanitizer takes addresses
// for all of memory.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr Limits kHostile{240, RLIM_INFINITY};
#else
inline constexpr Limits kHostile{60, rlim_t{512} << 20};
#endif

struct Ran {
    int code = -1;  // 128 + the signal when one ended it
    bool timed_out = false;
    double cpu_seconds = 0;
    std::string out;
    std::string err;
};

inline std::string contents_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class Tool : public testing::Test {
  protected:
    std::string path(const std::string& name) const { return place_.path() + "/" + name; }

    // Writes a file and returns its path.
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }
    std::string program(const std::string& items) const { return write("p.pan", "pipeline p\n" + items); }
    static std::string app(const std::string& name) { return PANTILE_SOURCE_DIR "/apps/" + name + ".pan"; }

    std::string write_image(const std::string& name, const AnyBuffer& picture) const {
        const Diagnostics found = image::write_image(path(name), picture);
        EXPECT_TRUE(found.empty()) << render(found);
        return path(name);
    }
    AnyBuffer read_image(const std::string& name) const {
        const Result<AnyBuffer> picture = image::read_image(path(name));
        EXPECT_TRUE(picture) << render(picture.diagnostics());
        return picture ? *picture : AnyBuffer();
    }

    Ran run(const std::vector<std::string>& arguments, const Limits& limits = {}) const {
        std::vector<std::string> command = {test::built_program("pantile")};
        command.insert(command.end(), arguments.begin(), arguments.end());
        return execute(command, limits);
    }

    Ran execute(const std::vector<std::string>& command, const Limits& limits = {}) const {
        const pid_t child = fork();
        if (child == 0) become(command, limits);
        return wait_for(child, limits);
    }

  private:
    [[noreturn]] void become(const std::vector<std::string>& command, const Limits& limits) const {
        const rlimit space{limits.address_space, limits.address_space};
        setrlimit(RLIMIT_AS, &space);
        setenv("XDG_CACHE_HOME", path("cache").c_str(), 1);
        const int out = open(path("stdout").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const int err = open(path("stderr").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        std::vector<char*> argv;
        for (const std::string& argument : command) argv.push_back(const_cast<char*>(argument.c_str()));
        argv.push_back(nullptr);
        if (chdir(place_.path().c_str()) == 0) execvp(argv[0], argv.data());
        _exit(127);
    }

    Ran wait_for(pid_t child, const Limits& limits) const {
        const auto begin = std::chrono::steady_clock::now();
        const std::chrono::duration<double> most(limits.wall_seconds);
        Ran ran;
        int status = 0;
        rusage used{};
        while (wait4(child, &status, ran.timed_out ? 0 : WNOHANG, &used) == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            ran.timed_out = std::chrono::steady_clock::now() - begin > most;
            if (ran.timed_out) kill(child, SIGKILL);
        }
        const auto seconds = [](const timeval& t) {
            return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
        };
        ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        ran.cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
        ran.out = contents_of(path("stdout"));
        ran.err = contents_of(path("stderr"));
        return ran;
    }

    runtime::TemporaryDirectory place_ =
        runtime::TemporaryDirectory::create("/tmp", "pantile-tool-test-").value();
};

// The first of these programs that there is; empty when there is none.
inline std::string first_found(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        for (const char* folder : {"/usr/bin/", "/usr/local/bin/", "/bin/"}) {
            if (access((folder + name).c_str(), X_OK) == 0) return folder + name;
        }
    }
    return "";
}

// gcc and clang, those found.
inline std::vector<std::string> c_compilers() {
    std::vector<std::string> found;
    for (const std::vector<std::string>& names : {std::vector<std::string>{"gcc"}, {"clang-19", "clang"}}) {
        if (const std::string compiler = first_found(names); !compiler.empty()) found.push_back(compiler);
    }
    return found;
}

}  // namespace pantile::tool
