#include "random/child.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <exception>

namespace pantile::random {
namespace {

constexpr unsigned kSecondsAllowed = 60;

[[noreturn]] void work(const std::function<std::string()>& check, int out) {
    alarm(kSecondsAllowed);
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

std::string in_child_process(const std::function<std::string()>& check) {
    int ends[2];
    if (pipe(ends) != 0) return "no pipe";
    const pid_t child = fork();
    if (child == 0) work(check, ends[1]);
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
    return text;
}

}  // namespace pantile::random
