// Runs a program and waits for it, no longer than a time limit.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace pantile::runtime {

struct Command {
    std::vector<std::string> arguments;    // the first one is the path of the program; no shell sees them
    std::vector<std::string> environment;  // 'NAME=value'; the program gets nothing else
    std::chrono::milliseconds limit = std::chrono::seconds(120);
    size_t output_limit = 64 * 1024;  // what the program writes beyond this is read and dropped
};

struct ProcessOutcome {
    std::string could_not_start;  // the reason; empty when the program ran
    int exit_status = -1;         // -1 when it did not exit by itself
    int signal = 0;               // the signal that ended it, or 0
    bool timed_out = false;
    std::string output;  // standard output and error, in the order they were written

    bool succeeded() const { return could_not_start.empty() && !timed_out && exit_status == 0; }
};

// The program runs in a process group of its own, which is killed as a whole at the time limit and when the
// program has ended. It reads an empty standard input and inherits no other file descriptor.
ProcessOutcome run(const Command& command);

}  // namespace pantile::runtime
