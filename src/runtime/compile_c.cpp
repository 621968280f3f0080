#include "runtime/compile_c.h"

#include <fmt/format.h>

#include <sstream>

#include "runtime/file.h"
#include "runtime/process.h"

namespace pantile::runtime {
namespace {

constexpr size_t kMostLines = 8;
constexpr size_t kLongestLine = 200;

void remove_all_of(std::string& text, const std::string& part) {
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
        text.erase(at, part.size());
}

// From the first error on, as warnings may come before it; the name of our temporary directory says nothing
// to the reader and differs from run to run.
std::vector<std::string> first_lines(const std::string& output, const std::string& directory) {
    std::vector<std::string> lines;
    const bool skip_to_error = output.find("error:") != std::string::npos;
    std::istringstream stream(output);
    for (std::string line; lines.size() < kMostLines && std::getline(stream, line);) {
        remove_all_of(line, directory + "/");
        if (lines.empty() && skip_to_error && line.find("error:") == std::string::npos) continue;
        if (!line.empty()) lines.push_back(line.substr(0, kLongestLine));
    }
    return lines;
}

std::string what_went_wrong(const CompileJob& job, const ProcessOutcome& outcome) {
    const std::string who = "the C compiler '" + job.compiler.path + "'";
    if (!outcome.could_not_start.empty())
        return who + " could not be started: " + outcome.could_not_start + ".";
    if (outcome.timed_out) {
        const double seconds = std::chrono::duration<double>(job.limit).count();
        return fmt::format("{} did not finish '{}' within {} seconds and was stopped.", who, job.name,
                           seconds);
    }
    if (outcome.signal != 0) {
        return fmt::format("{} was ended by signal {} while it compiled '{}'.", who, outcome.signal,
                           job.name);
    }
    return fmt::format("{} failed with status {} on the code made for '{}'.", who, outcome.exit_status,
                       job.name);
}

std::vector<std::string> hints_for(const ProcessOutcome& outcome) {
    if (outcome.timed_out) return {"try a smaller group of stages, a larger time limit or another compiler."};
    if (outcome.signal != 0) return {"the machine may be out of memory; try again, or another compiler."};
    if (!outcome.could_not_start.empty()) return {"choose another compiler."};
    return {
        "check the flags given to the compiler, or choose another one; emitted code that a compiler refuses "
        "is a bug in Pantile, please report it."};
}

}  // namespace

Result<std::string> compile_c(const CompileJob& job, const TemporaryDirectory& directory) {
    const std::string source = directory.path() + "/" + job.name + ".c";
    const std::string output = directory.path() + "/" + job.name + ".out";
    if (const int error = write_new_file(source, job.source); error != 0) {
        return Diagnostic{.message = "the code for '" + job.name + "' could not be written to '" + source +
                                     "': " + describe_errno(error) + "."};
    }
    Command command{.environment = child_environment(job.environment, directory.path()), .limit = job.limit};
    // The source comes first: linkers drop a library that is named before anything needs it.
    command.arguments = {job.compiler.path, source, "-o", output};
    command.arguments.insert(command.arguments.end(), job.flags.begin(), job.flags.end());
    const ProcessOutcome outcome = run(command);
    if (outcome.succeeded()) return output;
    return Diagnostic{.message = what_went_wrong(job, outcome),
                      .notes = first_lines(outcome.output, directory.path()),
                      .hints = hints_for(outcome)};
}

}  // namespace pantile::runtime
