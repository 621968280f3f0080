#include "random/child.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <exception>

namespace pantile::random {
namespace {

// What a sanitizer says before it ends the process is part of how it ended.
constexpr size_t kMostLastWords = 4000;

std::string last_words(int file) {
    std::string words(kMostLastWords, '\0');
    const ssize_t n = file < 0 ? 0 : pread(file, words.data(), words.size(), 0);
    words.resize(n < 0 ? 0 : static_cast<size_t>(n));
    return words.empty() ? "" : "\n" + words;
}

// Time of the processor, since a machine may have other work; and a wait that does not end, ends as well.
void limit_time(unsigned seconds) {
    rlimit limit{};
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = std::min<rlim_t>(seconds, limit.rlim_max);
    setrlimit(RLIMIT_CPU, &limit);
    alarm(10 * seconds);
}

[[noreturn]] void work(const std::function<std::string()>& check, unsigned seconds_allowed, int out) {
    limit_time(seconds_allowed);
    std::string text;
    try {
        text = check();
    } catch (const std::exception& e) {
        text = e.what();
    }
    for (size_t done = 0; done < text.size();) {
        const ssize_t n = write(out, text.data() + done, text.size() - done);
        if (n <= 0) break;
        done += static_cast<size_t>(n);
    }
    _exit(0);
}

}  // namespace

std::string in_child_process(const std::function<std::string()>& check, unsigned seconds_allowed) {
    int ends[2];
    if (pipe(ends) != 0) return "no pipe";
    const int errors = memfd_create("stderr", MFD_CLOEXEC);
    const pid_t child = fork();
    if (child == 0 && errors >= 0) dup2(errors, STDERR_FILENO);
    if (child == 0) work(check, seconds_allowed, ends[1]);
    close(ends[1]);
    std::string text;
    char part[4096];
    for (ssize_t n; (n = read(ends[0], part, sizeof part)) > 0;) text.append(part, static_cast<size_t>(n));
    close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return "no child process";
    if (WIFSIGNALED(status))
        text += fmt::format("ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) != 0)
        text += fmt::format("ended with status {}", WEXITSTATUS(status));
    if (status != 0) text += last_words(errors);
    if (errors >= 0) close(errors);
    return text;
}

}  // namespace pantile::random
