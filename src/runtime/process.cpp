#include "runtime/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <thread>

#include "runtime/file.h"

namespace pantile::runtime {
namespace {

using Clock = std::chrono::steady_clock;

// How long an end without output (the pipe inherited by a background process) may go unnoticed.
constexpr std::chrono::milliseconds kTick(10);

struct Pipe {
    FileDescriptor reader;
    FileDescriptor writer;
};

// Standard streams of the child are set one after the other: a pipe that has the number of one of them (in a
// program that closed its own) would be overwritten on the way.
FileDescriptor above_standard_streams(FileDescriptor descriptor) {
    if (descriptor.number() > STDERR_FILENO) return descriptor;
    return FileDescriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

std::optional<Pipe> make_pipe() {
    std::array<int, 2> ends = {-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    Pipe pipe{above_standard_streams(FileDescriptor(ends[0])),
              above_standard_streams(FileDescriptor(ends[1]))};
    if (!pipe.reader.valid() || !pipe.writer.valid()) return std::nullopt;
    if (::fcntl(pipe.reader.number(), F_SETFL, O_NONBLOCK) != 0) return std::nullopt;
    return pipe;
}

class SpawnActions {
  public:
    explicit SpawnActions(int output) {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
        // Ours close on exec; those of the program we are part of may not.
        ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
#endif
    }
    SpawnActions(const SpawnActions&) = delete;
    ~SpawnActions() { ::posix_spawn_file_actions_destroy(&actions_); }
    const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_;
};

class SpawnAttributes {
  public:
    SpawnAttributes() {
        ::posix_spawnattr_init(&attributes_);
        const int flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
        ::posix_spawnattr_setflags(&attributes_, static_cast<short>(flags));
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        // Signals that our host blocks or ignores would stay so in the compiler.
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        for (const int signal : {SIGPIPE, SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT})
            ::sigaddset(&signals, signal);
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    }
    SpawnAttributes(const SpawnAttributes&) = delete;
    ~SpawnAttributes() { ::posix_spawnattr_destroy(&attributes_); }
    const posix_spawnattr_t* get() const { return &attributes_; }

  private:
    posix_spawnattr_t attributes_;
};

std::vector<char*> pointers_to(const std::vector<std::string>& strings) {
    std::vector<char*> pointers;
    // posix_spawn takes 'char*' for historical reasons and does not write through it.
    for (const std::string& text : strings) pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

// The answer is 0 or an errno value.
int spawn(const Command& command, int output, pid_t& child) {
    const SpawnActions actions(output);
    const SpawnAttributes attributes;
    const std::vector<char*> arguments = pointers_to(command.arguments);
    const std::vector<char*> environment = pointers_to(command.environment);
    return ::posix_spawn(&child, arguments[0], actions.get(), attributes.get(), arguments.data(),
                         environment.data());
}

enum class Stream { open, ended };

// Takes what is there now. Reading goes on beyond the limit, so that the program is not stopped by a full
// pipe.
Stream take_output(int reader, size_t limit, std::string& output) {
    std::array<char, 16 * 1024> chunk;
    const ssize_t count = ::read(reader, chunk.data(), chunk.size());
    if (count > 0) output.append(chunk.data(), std::min(static_cast<size_t>(count), limit - output.size()));
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) ? Stream::ended : Stream::open;
}

void wait_for_output(int reader) {
    pollfd waiting = {reader, POLLIN, 0};
    ::poll(&waiting, 1, static_cast<int>(kTick.count()));
}

enum class Child { running, ended, lost };

// Leaves the child unreaped: as long as it is, its process group number cannot be given to another program.
Child state_of(pid_t child) {
    siginfo_t facts = {};
    if (::waitid(P_PID, static_cast<id_t>(child), &facts, WEXITED | WNOHANG | WNOWAIT) != 0)
        return Child::lost;
    return facts.si_pid == child ? Child::ended : Child::running;
}

// Collects output until the child ends or its time is up.
Child watch(pid_t child, int reader, const Command& command, ProcessOutcome& outcome) {
    const Clock::time_point deadline = Clock::now() + command.limit;
    Stream stream = Stream::open;
    while (true) {
        if (stream == Stream::open) {
            wait_for_output(reader);
            stream = take_output(reader, command.output_limit, outcome.output);
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        const Child state = state_of(child);
        if (state != Child::running) return state;
        if (Clock::now() >= deadline) {
            outcome.timed_out = true;
            return state;
        }
    }
}

void reap(pid_t child, ProcessOutcome& outcome) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return;
    }
    if (WIFEXITED(status)) outcome.exit_status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
}

// What a killed group leaves in the pipe is bounded by the pipe's capacity; a process that escaped the group
// may write for ever, so the number of reads is bounded too.
void take_rest(int reader, size_t limit, std::string& output) {
    constexpr int kMostReads = 64;
    for (int i = 0; i < kMostReads; ++i) {
        const size_t before = output.size();
        if (take_output(reader, limit, output) == Stream::ended || output.size() == before) return;
    }
}

}  // namespace

ProcessOutcome run(const Command& command) {
    ProcessOutcome outcome;
    if (command.arguments.empty()) return {.could_not_start = "no program was given"};
    std::optional<Pipe> pipe = make_pipe();
    if (!pipe) return {.could_not_start = describe_errno(errno)};
    pid_t child = -1;
    const int error = spawn(command, pipe->writer.number(), child);
    if (error != 0) return {.could_not_start = describe_errno(error)};
    pipe->writer = FileDescriptor();

    if (watch(child, pipe->reader.number(), command, outcome) == Child::lost) {
        // A host that ignores SIGCHLD, or reaps every child, took the status. The caller looks at what the
        // program made, so success is the answer that lets it go on.
        outcome.exit_status = 0;
    } else {
        ::kill(-child, SIGKILL);
        reap(child, outcome);
    }
    take_rest(pipe->reader.number(), command.output_limit, outcome.output);
    return outcome;
}

}  // namespace pantile::runtime
